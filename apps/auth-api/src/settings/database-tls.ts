const loopback = /^(?:(?:.*\.)?localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Whether the address of a database leads over a network without TLS that checks the server's certificate and name. */
export function isUnverified(databaseUrl: string): boolean {
  if (!URL.canParse(databaseUrl)) return false;
  const { hostname, searchParams } = new URL(databaseUrl);
  // pg takes the host of the query first. One that begins with a slash is the folder of a socket.
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  if (host === '' || host.startsWith('/') || loopback.test(host)) return false;
  const modes = searchParams.getAll('sslmode');
  return modes.length !== 1 || modes[0] !== 'verify-full' || searchParams.has('ssl');
}

/** What an operator does about it. */
export const databaseTlsRule =
  'must have `sslmode=verify-full` in production where the database is on another machine, unless `DATABASE_TLS` is `insecure-private-network`';
