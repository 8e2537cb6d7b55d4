import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const offset = Number(process.env['PORT_OFFSET'] ?? 0);
const dataDir = process.env['DATA_DIR'] ?? fileURLToPath(new URL(`../../.local/${offset}/`, import.meta.url));

interface Secrets {
  readonly databasePassword: string;
  readonly stripeKey: string;
}

/** The secrets of the stack under test. */
export const readSecrets = async () => JSON.parse(await readFile(`${dataDir}/secrets.json`, 'utf8')) as Secrets;

/** Runs statements in the database of the stack under test, as its owner. */
export async function withDatabase<Result>(run: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const { databasePassword: dbPassword } = await readSecrets();
  const client = new pg.Client({
    host: '127.0.0.1',
    port: 9432 + offset,
    user: 'portal',
    password: dbPassword,
    database: 'portal',
  });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}
