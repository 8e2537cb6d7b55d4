import pg from 'pg';

/** Does some work on a connection of its own. */
export async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'backup',
    keepAlive: true,
  });
  // One that breaks meanwhile fails the query that waits; without a listener it would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The database that an address names. */
export const databaseIn = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1));

/** The same server and login, another database. */
export function withDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${encodeURIComponent(name)}`;
  return other.href;
}
