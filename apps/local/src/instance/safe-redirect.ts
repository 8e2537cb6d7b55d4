/** The path of a redirect parameter; null unless it is a path of this server. */
export function safeRedirectPath(redirect: unknown): string | null {
  if (typeof redirect !== 'string' || !redirect.startsWith('/')) return null;
  const origin = 'http://instance.invalid';
  if (!URL.canParse(redirect, origin)) return null;
  const url = new URL(redirect, origin);
  return url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : null;
}
