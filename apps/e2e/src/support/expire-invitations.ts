import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const offset = Number(process.env['PORT_OFFSET'] ?? 0);
const dataDir = process.env['DATA_DIR'] ?? fileURLToPath(new URL(`../../.local/${offset}/`, import.meta.url));

/** Moves the invitations of an address eight days into the past, in the database of the stack under test. */
export async function expireInvitations(email: string): Promise<void> {
  const secrets = JSON.parse(await readFile(`${dataDir}/secrets.json`, 'utf8')) as { databasePassword: string };
  const client = new pg.Client({
    host: '127.0.0.1',
    port: 9432 + offset,
    user: 'portal',
    password: secrets.databasePassword,
    database: 'portal',
  });
  await client.connect();
  const { rowCount } = await client.query(
    `UPDATE invitations SET sent_at = sent_at - interval '8 days', expires_at = expires_at - interval '8 days'
       WHERE email = $1`,
    [email],
  );
  await client.end();
  if (rowCount === 0) throw new Error(`No invitation for ${email}`);
}
