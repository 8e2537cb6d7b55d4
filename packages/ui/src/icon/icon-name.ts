import type { firstGlyphs } from './first-glyphs.ts';
import type { moreGlyphs } from './more-glyphs.ts';
import type { RareIconName } from './rare-glyphs.ts';

export type IconName = keyof typeof firstGlyphs | keyof typeof moreGlyphs | RareIconName;
