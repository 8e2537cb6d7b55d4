import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '../../../src/platform/db/migrations/migrate.ts';
import { findMigrationsFolder, readMigrations } from '../../../src/platform/db/migrations/migration-files.ts';
import { findSchemaDrift, schemaPath } from '../../../src/platform/db/migrations/schema-drift.ts';
import { freshDatabase, queryOnce } from '../../support/database.ts';

const silent = () => undefined;
let database: Awaited<ReturnType<typeof freshDatabase>>;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

describe('the migrations', () => {
  it('match the schema', async () => {
    expect(await findSchemaDrift(database.url)).toBeNull();
  });

  it('do not match a schema with another column', async () => {
    const schema = await readFile(schemaPath, 'utf8');
    const richer = schema.replace(/^ {2}nickname .*$/m, '$&\n  motto String?');
    expect(await findSchemaDrift(database.url, { schema: richer })).toContain('ADD COLUMN     "motto" TEXT');
  });

  it('are applied once if several replicas start at the same time', async () => {
    const empty = new URL(database.url);
    empty.pathname = `/replicas_${process.pid}`;
    await queryOnce(database.url, `CREATE DATABASE "${empty.pathname.slice(1)}"`);
    const applied: string[] = [];
    await Promise.all([1, 2, 3, 4].map(() => migrate(empty.href, (message) => applied.push(message))));
    const ledger = await queryOnce(empty.href, 'SELECT migration_name FROM _prisma_migrations');
    expect(applied).toHaveLength(ledger.length);
    await queryOnce(database.url, `DROP DATABASE "${empty.pathname.slice(1)}"`);
  });

  it('change nothing in an up-to-date database', async () => {
    const applied: string[] = [];
    await migrate(database.url, (message) => applied.push(message));
    expect(applied).toEqual([]);
  });

  it('reject a database with a changed migration history', async () => {
    const rewritten = await freshDatabase();
    await queryOnce(rewritten.url, `UPDATE _prisma_migrations SET checksum = 'another'`);
    await expect(migrate(rewritten.url, silent)).rejects.toThrow(/was changed after it had been applied/);
    await rewritten.drop();
  });

  it('reject a database with the migrations of another product, and explain what to do', async () => {
    const other = await freshDatabase();
    await queryOnce(other.url, `UPDATE _prisma_migrations SET migration_name = '20261121010000_first'`);
    await expect(migrate(other.url, silent)).rejects.toThrow(
      'This database has the migrations of another product, or of a version before 0.1.0. Start with an empty database; ' +
        '`npm run reset` empties that of the local stack.',
    );
    await other.drop();
  });

  it('can be retried only if they were interrupted', async () => {
    const { migrationDirectories } = await readMigrations();
    const [first] = migrationDirectories.map((migration) => migration.path);
    await expect(migrate(database.url, silent, { retry: first })).rejects.toThrow(
      `The migration ${first} was not interrupted.`,
    );
    await expect(migrate(database.url, silent, { retry: '20200101000000_unknown' })).rejects.toThrow(
      'This build has no migration 20200101000000_unknown.',
    );
  });
});

describe('the migration to service accounts', () => {
  const principals = '20261130020000_principals';

  it('gives each API token its user, its maker and the scopes that it could use, and keeps the audit log', async () => {
    const url = new URL(database.url);
    url.pathname = `/principals_${process.pid}`;
    await queryOnce(database.url, `CREATE DATABASE "${url.pathname.slice(1)}"`);
    const folder = await mkdtemp(path.join(tmpdir(), 'migrations-'));
    try {
      await cp(findMigrationsFolder(), folder, { recursive: true });
      for (const name of await readdir(folder))
        if (/^\d/.test(name) && name >= principals) await rm(path.join(folder, name), { recursive: true });
      await migrate(url.href, silent, { folder });
      const id = (letter: string) => letter.repeat(26);
      await queryOnce(
        url.href,
        `BEGIN;
         INSERT INTO users (id, email, nickname) VALUES ('${id('A')}', 'ada@example.com', 'Ada');
         INSERT INTO workspaces (id, display_name, instance_url, instance_env_type, creator_user_id)
           VALUES ('${id('B')}', 'Production', 'https://app.systeminit.com', 'SI', '${id('A')}');
         INSERT INTO memberships (workspace_id, user_id, role) VALUES ('${id('B')}', '${id('A')}', 'OWNER');
         INSERT INTO auth_tokens (id, workspace_id, creator_user_id, session_id, name, expires_at)
           VALUES ('${id('C')}', '${id('B')}', '${id('A')}', '${id('D')}', 'CI', now() + interval '1 day');
         INSERT INTO idempotency_keys (user_id, call, request_ulid, payload_hash) VALUES ('${id('A')}', 'call', 'key', 'h');
         INSERT INTO personal_keys (user_id) VALUES ('${id('A')}');
         INSERT INTO audit_entries (id, occurred_at, action, actor_user_id, credential, request_id)
           VALUES (first_ulid_at(now()), now(), 'createAuthToken', '${id('A')}', 'session', 'x');
         COMMIT`,
      );
      await migrate(url.href, silent);
      expect(
        await queryOnce(
          url.href,
          'SELECT id, user_id, service_account_id, created_by_id, scopes, networks, replaced_at FROM auth_tokens',
        ),
      ).toEqual([
        {
          id: id('C'),
          user_id: id('A'),
          service_account_id: null,
          created_by_id: id('A'),
          scopes: ['workspace:read', 'members:read', 'tokens:read'],
          networks: [],
          replaced_at: null,
        },
      ]);
      expect(await queryOnce(url.href, 'SELECT principal_id, key FROM idempotency_keys')).toEqual([
        { principal_id: id('A'), key: 'key' },
      ]);
      expect(
        await queryOnce(url.href, 'SELECT actor_user_id, actor_service_account_id, credential_id FROM audit_entries'),
      ).toEqual([{ actor_user_id: id('A'), actor_service_account_id: null, credential_id: null }]);
      expect(await queryOnce(url.href, 'SELECT token_makers, token_writes_allowed FROM workspaces')).toEqual([
        { token_makers: 'EVERYONE', token_writes_allowed: true },
      ]);
      // A new token says its scopes.
      const copy = `INSERT INTO auth_tokens (id, workspace_id, user_id, name, expires_at)
        SELECT '${id('E')}', workspace_id, user_id, name, expires_at FROM auth_tokens`;
      await expect(queryOnce(url.href, copy)).rejects.toMatchObject({ code: '23502', column: 'scopes' });
    } finally {
      await rm(folder, { recursive: true });
      await queryOnce(database.url, `DROP DATABASE "${url.pathname.slice(1)}"`);
    }
  });
});

describe('a later migration', () => {
  const addMotto = '20270101000000_add_motto';
  const backfillMotto = '20270101000100_backfill_motto';
  const indexMotto = '20270101000200_index_motto';
  let folder: string;
  let upgraded: Awaited<ReturnType<typeof freshDatabase>>;

  /** The migrations of this build, plus those of a fictitious next version, which gives users a motto. */
  beforeEach(async () => {
    upgraded = await freshDatabase();
    await queryOnce(
      upgraded.url,
      `INSERT INTO users (id, email, nickname) SELECT lpad(n::text, 26, '0'), n || '@example.com', 'User ' || n
       FROM generate_series(1, 25) n`,
    );
    folder = await mkdtemp(path.join(tmpdir(), 'migrations-'));
    await cp(findMigrationsFolder(), folder, { recursive: true });
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

  /** Backfills in batches, each in its own transaction. */
  const addBackfill = () =>
    addMigration(
      backfillMotto,
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

  /** The only statement of its migration, because a concurrent index build cannot run in a transaction. */
  const addIndex = () => addMigration(indexMotto, 'CREATE INDEX CONCURRENTLY "users_motto_idx" ON "users"("motto");');

  const isIndexValid = () =>
    queryOnce(upgraded.url, `SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('users_motto_idx')`);

  it('expands the schema, backfills a column and builds an index while the previous version runs', async () => {
    await addBackfill();
    await addIndex();
    const applied: string[] = [];
    await migrate(upgraded.url, (message) => applied.push(message), { folder });
    expect(applied).toEqual([addMotto, backfillMotto, indexMotto].map((name) => `Applied the migration ${name}.`));
    expect(
      await queryOnce(upgraded.url, `SELECT count(*)::int AS filled FROM users WHERE motto LIKE 'Motto of %'`),
    ).toEqual([{ filled: 25 }]);
    expect(await isIndexValid()).toEqual([{ indisvalid: true }]);
    // The previous version still works with the new schema.
    await expect(migrate(upgraded.url, silent)).resolves.toBeUndefined();
    await queryOnce(
      upgraded.apiUrl,
      `INSERT INTO users (id, email, nickname) VALUES ('${'9'.repeat(26)}', 'a@b', 'Ada')`,
    );
  });

  it('closes the gap between the schema and the earlier migrations', async () => {
    const schema = await readFile(schemaPath, 'utf8');
    const richer = schema.replace(/^ {2}nickname .*$/m, '$&\n  motto String?');
    expect(await findSchemaDrift(database.url, { schema: richer, folder })).toBeNull();
  });

  it('that was interrupted is named in the error, and can be rolled back and retried by its name', async () => {
    await migrate(upgraded.url, silent, { folder });
    await addIndex();
    const writer = new pg.Client({ connectionString: upgraded.url });
    await writer.connect();
    // A concurrent index build waits for transactions that write to the table.
    await writer.query('BEGIN; LOCK TABLE users IN ROW EXCLUSIVE MODE');
    const urlWithTimeout = `${upgraded.url}?options=${encodeURIComponent('-c statement_timeout=3s')}`;
    await expect(migrate(urlWithTimeout, silent, { folder })).rejects.toThrow(/statement timeout/);
    await writer.end();

    expect(await isIndexValid()).toEqual([{ indisvalid: false }]);
    await expect(migrate(upgraded.url, silent, { folder })).rejects.toThrow(`\`migrate --retry ${indexMotto}\``);
    const applied: string[] = [];
    await migrate(upgraded.url, (message) => applied.push(message), { retry: indexMotto, folder });
    expect(applied).toEqual([
      `Rolled back the interrupted migration ${indexMotto}.`,
      `Applied the migration ${indexMotto}.`,
    ]);
    expect(await isIndexValid()).toEqual([{ indisvalid: true }]);
  });

  it('that fails changes nothing and is not applied', async () => {
    const broken = '20270101000300_broken';
    await addMigration(
      broken,
      'ALTER TABLE "users" ADD COLUMN "slogan" TEXT; ALTER TABLE "nothing" ADD COLUMN "x" TEXT;',
    );
    await expect(migrate(upgraded.url, silent, { folder })).rejects.toThrow(
      new RegExp(`^The migration ${broken} failed: .*relation "nothing" does not exist`, 's'),
    );
    const columns = `SELECT column_name FROM information_schema.columns WHERE table_name = 'users' AND column_name = `;
    expect(await queryOnce(upgraded.url, `${columns} 'motto'`)).toHaveLength(1);
    expect(await queryOnce(upgraded.url, `${columns} 'slogan'`)).toEqual([]);
    await expect(migrate(upgraded.url, silent, { folder })).rejects.toThrow(`\`migrate --retry ${broken}\``);
  });
});
