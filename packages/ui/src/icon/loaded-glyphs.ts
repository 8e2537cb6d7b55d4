import { useEffect, useSyncExternalStore } from 'react';
import { firstGlyphs } from './first-glyphs.ts';
import type { Glyph } from './glyph.ts';
import type { IconName } from './icon-name.ts';

type Glyphs = Partial<Record<IconName, Glyph>>;

let loaded: Glyphs = firstGlyphs;
const listeners = new Set<() => void>();

function add(glyphs: Glyphs) {
  loaded = { ...loaded, ...glyphs };
  for (const each of listeners) each();
}

/**
 * Fetches the icons that the first screens do without, and those of the names, which may be rarer still. Await it
 * before a page is shown, and none appears late.
 */
export const loadIcons = (...names: IconName[]): Promise<void> =>
  import('./more-glyphs.ts').then((more) => more.glyphsWith(names)).then(add);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The glyph of a name, or nothing while it is on its way. */
export function useGlyph(name: IconName): Glyph | undefined {
  const glyph = useSyncExternalStore(subscribe, () => loaded[name]);
  useEffect(() => {
    // A lost connection leaves the icon's place empty; what it stands beside is said in words.
    if (!glyph) loadIcons(name).catch(() => undefined);
  }, [glyph, name]);
  return glyph;
}
