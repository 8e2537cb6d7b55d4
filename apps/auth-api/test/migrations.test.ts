import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { migrate } from '../src/database/migrate.ts';
import { schemaDrift, schemaPath } from '../src/database/schema-drift.ts';
import { freshDatabase } from './database.ts';

const silent = () => undefined;
let database: Awaited<ReturnType<typeof freshDatabase>>;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

describe('the migrations', () => {
  it('say the same as the schema', async () => {
    expect(await schemaDrift(database.url)).toBeNull();
  });

  it('are found wanting when the schema says more', async () => {
    const schema = await readFile(schemaPath, 'utf8');
    const richer = schema.replace('nickname          String', 'nickname          String\n  motto String?');
    expect(await schemaDrift(database.url, richer)).toContain('ADD COLUMN     "motto" TEXT');
  });

  it('are applied once, however many replicas start together', async () => {
    const empty = new URL(database.url);
    empty.pathname = `/replicas_${process.pid}`;
    await query(database.url, `CREATE DATABASE "${empty.pathname.slice(1)}"`);
    const applied: string[] = [];
    await Promise.all([1, 2, 3, 4].map(() => migrate(empty.href, (message) => applied.push(message))));
    const ledger = await query(empty.href, 'SELECT migration_name FROM _prisma_migrations');
    expect(applied).toHaveLength(ledger.length);
    await query(database.url, `DROP DATABASE "${empty.pathname.slice(1)}"`);
  });

  it('leave an up-to-date database alone', async () => {
    const applied: string[] = [];
    await migrate(database.url, (message) => applied.push(message));
    expect(applied).toEqual([]);
  });

  it('refuse a database whose history was rewritten', async () => {
    const rewritten = await freshDatabase();
    await query(rewritten.url, `UPDATE _prisma_migrations SET checksum = 'another'`);
    await expect(migrate(rewritten.url, silent)).rejects.toThrow(/was changed after it had been applied/);
    await rewritten.drop();
  });

  it('that were broken off are told by name, and taken back and applied anew once they are named', async () => {
    const name = '20261122010500_stripe_events_waiting';
    const index = `SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('stripe_events_waiting')`;
    const broken = await freshDatabase();
    await query(broken.url, `DROP INDEX stripe_events_waiting`);
    await query(broken.url, `DELETE FROM _prisma_migrations WHERE migration_name = '${name}'`);
    const writer = new pg.Client({ connectionString: broken.url });
    await writer.connect();
    await writer.query('BEGIN; LOCK TABLE stripe_events IN ROW EXCLUSIVE MODE');
    const impatient = `${broken.url}?options=${encodeURIComponent('-c statement_timeout=3s')}`;
    await expect(migrate(impatient, silent)).rejects.toThrow(/statement timeout/);
    await writer.end();

    expect(await query(broken.url, index)).toEqual([{ indisvalid: false }]);
    await expect(migrate(broken.url, silent)).rejects.toThrow(`\`migrate --retry ${name}\``);
    const applied: string[] = [];
    await migrate(broken.url, (message) => applied.push(message), name);
    expect(applied).toEqual([`Took back what the migration ${name} had left.`, `Applied the migration ${name}.`]);
    expect(await query(broken.url, index)).toEqual([{ indisvalid: true }]);
    await broken.drop();
  });

  it('add the provider’s picture without a change to any user: their next login fills it', async () => {
    const before = await freshDatabase();
    await query(before.url, 'ALTER TABLE users DROP COLUMN provider_picture_url');
    await query(
      before.url,
      `INSERT INTO users (id, auth0_id, email, nickname, picture_url)
       VALUES ('01J00000000000000000000000', 'auth0|1', 'ada@example.com', 'Ada', 'https://pictures.example/ada.png')`,
    );
    const [user] = await query(before.url, 'SELECT xmin, ctid, picture_url FROM users');
    const folder = new URL('migrations/20261124124251_provider_pictures/', pathToFileURL(schemaPath));
    await query(before.url, await readFile(new URL('migration.sql', folder), 'utf8'));
    expect(await query(before.url, 'SELECT xmin, ctid, picture_url, provider_picture_url FROM users')).toEqual([
      { ...(user as object), provider_picture_url: null },
    ]);
    await before.drop();
  });

  it.each([
    ['20261121010000_first', 'The migration 20261121010000_first was not broken off.'],
    ['20200101000000_unknown', 'This build has no migration 20200101000000_unknown.'],
  ])('are not taken back unless they were broken off: %s', async (name, why) => {
    await expect(migrate(database.url, silent, name)).rejects.toThrow(why);
  });
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
