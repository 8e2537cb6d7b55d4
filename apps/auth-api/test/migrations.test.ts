import { readFile } from 'node:fs/promises';
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
