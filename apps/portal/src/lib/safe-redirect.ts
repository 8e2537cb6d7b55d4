/**
 * Returns the path if it is a page of the portal, otherwise null. Prevents open redirects: browsers treat `//host`,
 * `/\host` and paths that contain tabs or line breaks as URLs of other sites.
 */
export function safeRedirect(path: string | null | undefined): string | null {
  if (!path?.startsWith('/') || /[\u0000-\u001F\u007F\\]/.test(path)) return null;
  const base = 'https://portal.invalid';
  const resolved = URL.canParse(path, base) ? new URL(path, base) : null;
  // Resolving dots can produce another URL: `/.//host` becomes `//host`.
  if (resolved?.origin !== base || resolved.pathname.startsWith('//')) return null;
  return resolved.pathname + resolved.search + resolved.hash;
}
