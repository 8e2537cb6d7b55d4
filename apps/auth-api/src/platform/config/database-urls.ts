const loopback = /^(?:(?:.*\.)?localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Whether a database URL connects over a network without TLS that verifies the server's certificate and host name. */
export function lacksVerifiedTls(databaseUrl: string): boolean {
  if (!URL.canParse(databaseUrl)) return false;
  const { hostname, searchParams } = new URL(databaseUrl);
  // pg prefers the host in the query. A host that starts with a slash is the folder of a Unix socket.
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  if (host === '' || host.startsWith('/') || loopback.test(host)) return false;
  const modes = searchParams.getAll('sslmode');
  return modes.length !== 1 || modes[0] !== 'verify-full' || searchParams.has('ssl');
}

/** The rule as settings errors and docs/generated/settings.md state it, after the name of the setting. */
export const databaseTlsRule =
  'must have `sslmode=verify-full` in production when the database is on another machine, unless `DATABASE_TLS` is `insecure-private-network`';

/**
 * Whether a `/`, `?` or `#` in the password has ended the host of a URL: the text after it, with the real host, then counts as path,
 * query or fragment.
 */
export const isCutInPassword = ({ pathname, search, hash }: URL): boolean =>
  pathname.includes('@') || hash.includes('@') || (pathname === '' && search.includes('@'));

/** What to do about it, for the errors of settings. */
export const encodePassword = 'percent-encode `/`, `?`, `#`, `@` and `%` in the password, e.g. `12/34` as `12%2F34`';
