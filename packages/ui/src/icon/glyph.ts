import type { ComponentType, SVGProps } from 'react';
import type { firstGlyphs } from './first-glyphs.ts';
import type { moreGlyphs } from './more-glyphs.ts';
import type { RareIconName } from './rare-glyphs.ts';

export type Glyph = ComponentType<SVGProps<SVGSVGElement>>;

export type IconName = keyof typeof firstGlyphs | keyof typeof moreGlyphs | RareIconName;

export type Glyphs = Partial<Record<IconName, Glyph>>;
