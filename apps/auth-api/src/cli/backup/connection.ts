import pg from 'pg';

/** Runs work with a connection of its own. */
export async function withConnection<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
  applicationName = 'backup',
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: applicationName,
    keepAlive: true,
  });
  // A broken connection rejects the pending query. Without a listener the event would also end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The name of the database in a connection URL. */
export const databaseName = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1));

/** The connection URL of another database on the same server, with the same login. */
export function urlForDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${encodeURIComponent(name)}`;
  return other.href;
}
