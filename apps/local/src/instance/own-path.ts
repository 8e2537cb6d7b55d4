/** The path that a link asks for if it is one of this server; an address elsewhere, however it is spelled, is null. */
export function ownPath(wish: unknown): string | null {
  if (typeof wish !== 'string' || !wish.startsWith('/')) return null;
  const own = 'http://instance.invalid';
  if (!URL.canParse(wish, own)) return null;
  const url = new URL(wish, own);
  return url.origin === own ? `${url.pathname}${url.search}${url.hash}` : null;
}
