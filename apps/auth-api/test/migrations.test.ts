import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '../src/database/migrate.ts';
import { migrationsFolder, readMigrations } from '../src/database/migrations-folder.ts';
import { schemaDrift, schemaPath } from '../src/database/schema-drift.ts';
import { freshDatabase, queryOnce } from './database.ts';

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
    expect(await schemaDrift(database.url, { schema: richer })).toContain('ADD COLUMN     "motto" TEXT');
  });

  it('are applied once, however many replicas start together', async () => {
    const empty = new URL(database.url);
    empty.pathname = `/replicas_${process.pid}`;
    await queryOnce(database.url, `CREATE DATABASE "${empty.pathname.slice(1)}"`);
    const applied: string[] = [];
    await Promise.all([1, 2, 3, 4].map(() => migrate(empty.href, (message) => applied.push(message))));
    const ledger = await queryOnce(empty.href, 'SELECT migration_name FROM _prisma_migrations');
    expect(applied).toHaveLength(ledger.length);
    await queryOnce(database.url, `DROP DATABASE "${empty.pathname.slice(1)}"`);
  });

  it('leave an up-to-date database alone', async () => {
    const applied: string[] = [];
    await migrate(database.url, (message) => applied.push(message));
    expect(applied).toEqual([]);
  });

  it('refuse a database whose history was rewritten', async () => {
    const rewritten = await freshDatabase();
    await queryOnce(rewritten.url, `UPDATE _prisma_migrations SET checksum = 'another'`);
    await expect(migrate(rewritten.url, silent)).rejects.toThrow(/was changed after it had been applied/);
    await rewritten.drop();
  });

  it('refuse a database of an earlier version that began with other migrations, and name the way out', async () => {
    const earlier = await freshDatabase();
    await queryOnce(earlier.url, `UPDATE _prisma_migrations SET migration_name = '20261121010000_first'`);
    await expect(migrate(earlier.url, silent)).rejects.toThrow(
      'An earlier version of the product created this database, and this version cannot migrate it: run ' +
        '`npm run reset` to empty the local stack, or start with an empty database.',
    );
    await earlier.drop();
  });

  it('cannot be retried unless they were broken off', async () => {
    const { migrationDirectories } = await readMigrations();
    const [first] = migrationDirectories.map((migration) => migration.path);
    await expect(migrate(database.url, silent, { retry: first })).rejects.toThrow(
      `The migration ${first} was not broken off.`,
    );
    await expect(migrate(database.url, silent, { retry: '20200101000000_unknown' })).rejects.toThrow(
      'This build has no migration 20200101000000_unknown.',
    );
  });
});

describe('a later migration', () => {
  const addMotto = '20270101000000_add_motto';
  const fillMotto = '20270101000100_fill_motto';
  const indexMotto = '20270101000200_index_motto';
  let folder: string;
  let upgraded: Awaited<ReturnType<typeof freshDatabase>>;

  /** The migrations of this build, and those of a made-up next version, which give users a motto. */
  beforeEach(async () => {
    upgraded = await freshDatabase();
    await queryOnce(
      upgraded.url,
      `INSERT INTO users (id, email, nickname) SELECT lpad(n::text, 26, '0'), n || '@example.com', 'User ' || n
       FROM generate_series(1, 25) n`,
    );
    folder = await mkdtemp(path.join(tmpdir(), 'migrations-'));
    await cp(migrationsFolder(), folder, { recursive: true });
    await addMigration(addMotto, 'ALTER TABLE "users" ADD COLUMN "motto" TEXT;');
  });
  afterEach(async () => {
    await upgraded.drop();
    await rm(folder, { recursive: true });
  });

  async function addMigration(name: string, sql: string): Promise<void> {
    await mkdir(path.join(folder, name));
    await writeFile(path.join(folder, name, 'migration.sql'), `${sql}\n`);
  }

  /** In batches that are each committed. */
  const addFilling = () =>
    addMigration(
      fillMotto,
      `DO $$
       BEGIN
         LOOP
           UPDATE "users" SET "motto" = 'Motto of ' || "nickname" WHERE "id" IN (
             SELECT "id" FROM "users" WHERE "motto" IS NULL ORDER BY "id" LIMIT 10 FOR NO KEY UPDATE);
           EXIT WHEN NOT FOUND;
           COMMIT;
         END LOOP;
       END
       $$;`,
    );

  /** Alone in its migration, because such an index cannot be built in a transaction. */
  const addIndex = () => addMigration(indexMotto, 'CREATE INDEX CONCURRENTLY "users_motto_idx" ON "users"("motto");');

  const isIndexValid = () =>
    queryOnce(upgraded.url, `SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('users_motto_idx')`);

  it('expands the schema, fills a column and builds an index while the version before it runs', async () => {
    await addFilling();
    await addIndex();
    const applied: string[] = [];
    await migrate(upgraded.url, (message) => applied.push(message), { folder });
    expect(applied).toEqual([addMotto, fillMotto, indexMotto].map((name) => `Applied the migration ${name}.`));
    expect(
      await queryOnce(upgraded.url, `SELECT count(*)::int AS filled FROM users WHERE motto LIKE 'Motto of %'`),
    ).toEqual([{ filled: 25 }]);
    expect(await isIndexValid()).toEqual([{ indisvalid: true }]);
    // The version before this one still finds all that it knows, and starts.
    await expect(migrate(upgraded.url, silent)).resolves.toBeUndefined();
    await queryOnce(
      upgraded.apiUrl,
      `INSERT INTO users (id, email, nickname) VALUES ('${'9'.repeat(26)}', 'a@b', 'Ada')`,
    );
  });

  it('is what the schema and the migrations before it lack', async () => {
    const schema = await readFile(schemaPath, 'utf8');
    const richer = schema.replace('nickname          String', 'nickname          String\n  motto String?');
    expect(await schemaDrift(database.url, { schema: richer, folder })).toBeNull();
  });

  it('that was interrupted is named, and is undone and applied again by that name', async () => {
    await migrate(upgraded.url, silent, { folder });
    await addIndex();
    const writer = new pg.Client({ connectionString: upgraded.url });
    await writer.connect();
    // Building an index concurrently waits for whoever writes to the table.
    await writer.query('BEGIN; LOCK TABLE users IN ROW EXCLUSIVE MODE');
    const impatient = `${upgraded.url}?options=${encodeURIComponent('-c statement_timeout=3s')}`;
    await expect(migrate(impatient, silent, { folder })).rejects.toThrow(/statement timeout/);
    await writer.end();

    expect(await isIndexValid()).toEqual([{ indisvalid: false }]);
    await expect(migrate(upgraded.url, silent, { folder })).rejects.toThrow(`\`migrate --retry ${indexMotto}\``);
    const applied: string[] = [];
    await migrate(upgraded.url, (message) => applied.push(message), { retry: indexMotto, folder });
    expect(applied).toEqual([
      `Took back what the migration ${indexMotto} had left.`,
      `Applied the migration ${indexMotto}.`,
    ]);
    expect(await isIndexValid()).toEqual([{ indisvalid: true }]);
  });

  it('that fails changes nothing, and is not applied', async () => {
    const broken = '20270101000300_broken';
    await addMigration(
      broken,
      'ALTER TABLE "users" ADD COLUMN "slogan" TEXT; ALTER TABLE "nothing" ADD COLUMN "x" TEXT;',
    );
    await expect(migrate(upgraded.url, silent, { folder })).rejects.toThrow('relation "nothing" does not exist');
    const columns = `SELECT column_name FROM information_schema.columns WHERE table_name = 'users' AND column_name = `;
    expect(await queryOnce(upgraded.url, `${columns} 'motto'`)).toHaveLength(1);
    expect(await queryOnce(upgraded.url, `${columns} 'slogan'`)).toEqual([]);
    await expect(migrate(upgraded.url, silent, { folder })).rejects.toThrow(`\`migrate --retry ${broken}\``);
  });
});
