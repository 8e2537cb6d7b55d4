/**
 * The path itself if it leads to a page of the portal, else null.
 * Browsers read `//host`, `/\host` and paths with tabs or line breaks in them as addresses elsewhere.
 */
export function ownPath(path: string | null | undefined): string | null {
  if (!path?.startsWith('/') || /[\u0000-\u001F\u007F\\]/.test(path)) return null;
  const base = 'https://portal.invalid';
  const resolved = URL.canParse(path, base) ? new URL(path, base) : null;
  // The second look is at what is left of dots: `/.//host` comes down to `//host`.
  if (resolved?.origin !== base || resolved.pathname.startsWith('//')) return null;
  return resolved.pathname + resolved.search + resolved.hash;
}
