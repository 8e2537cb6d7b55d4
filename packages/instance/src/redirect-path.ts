/**
 * Returns the path that a `redirect` leads to, below the path of the instance; null if it leads anywhere else.
 * Backslashes and control characters are rejected, because browsers read them as slashes or skip them.
 */
export function redirectPath(redirect: string | null, basePath: string): string | null {
  if (redirect === null || !/^\/[^\\\p{Cc}]*$/u.test(redirect)) return null;
  const origin = 'http://instance.invalid';
  const target = `${origin}${basePath}${redirect}`;
  if (!URL.canParse(target)) return null;
  const { pathname, search, hash } = new URL(target);
  const isBelow = pathname.startsWith(`${basePath}/`);
  // Two slashes, also encoded ones or after `/./`, may be the start of a host.
  const isHost = /^\/(?:[/\\]|%2f|%5c)/i.test(pathname.slice(basePath.length));
  return isBelow && !isHost ? `${pathname}${search}${hash}` : null;
}
