import { useEffect, useSyncExternalStore } from 'react';
import { firstGlyphs } from './first-glyphs.ts';
import type { Glyph, IconName } from './glyph.ts';

let loaded: Partial<Record<IconName, Glyph>> = firstGlyphs;
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

async function load(): Promise<void> {
  const { moreGlyphs } = await import('./more-glyphs.ts');
  loaded = { ...firstGlyphs, ...moreGlyphs };
  for (const each of listeners) each();
}

/** Fetches the icons that the first screens do without. Await it before a page is shown, and none appears late. */
export function loadIcons(): Promise<void> {
  loading ??= load().catch((cause: unknown) => {
    loading = undefined;
    throw cause;
  });
  return loading;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The glyph of a name, or nothing while it is on its way. */
export function useGlyph(name: IconName): Glyph | undefined {
  const glyph = useSyncExternalStore(subscribe, () => loaded[name]);
  useEffect(() => {
    // A lost connection leaves the icon's place empty; what it stands beside is said in words.
    if (!glyph) loadIcons().catch(() => undefined);
  }, [glyph]);
  return glyph;
}
