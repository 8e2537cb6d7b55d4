import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Email } from '@portal/contract';
import pg from 'pg';
import { ulid } from 'ulid';
import { groupNameSql } from '../../../src/platform/db/migrations/grants.ts';
import { migrate } from '../../../src/platform/db/migrations/migrate.ts';
import { findMigrationsFolder, readMigrations } from '../../../src/platform/db/migrations/migration-files.ts';
import { findSchemaDrift, schemaPath } from '../../../src/platform/db/migrations/schema-drift.ts';
import { firstAuditPartition } from '../../support/audit-log.ts';
import { freshDatabase, queryOnce, sqlStateOf } from '../../support/database.ts';

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

  it('reject a database of a version with different initial migrations, and explain what to do', async () => {
    const earlier = await freshDatabase();
    await queryOnce(earlier.url, `UPDATE _prisma_migrations SET migration_name = '20261121010000_first'`);
    await expect(migrate(earlier.url, silent)).rejects.toThrow(
      'An earlier version of the product created this database, and this version cannot migrate it: run ' +
        '`npm run reset` to empty the local stack, or start with an empty database.',
    );
    await earlier.drop();
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

/** A database with the schema before a migration. */
async function databaseBefore(migration: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'migrations-'));
  const url = new URL(database.url);
  const name = `before_${migration}_${process.pid}`;
  url.pathname = `/${name}`;
  await queryOnce(database.url, `CREATE DATABASE "${name}"`);
  await cp(findMigrationsFolder(), folder, { recursive: true });
  const { migrationDirectories } = await readMigrations();
  for (const later of migrationDirectories.map((each) => each.path).filter((each) => each >= migration))
    await rm(path.join(folder, later), { recursive: true });
  await migrate(url.href, silent, { folder });
  await rm(folder, { recursive: true });
  return {
    url: url.href,
    drop: async () => {
      await queryOnce(database.url, `DROP DATABASE "${name}"`);
    },
  };
}

describe('the migration of invitations', () => {
  const migration = '20261125100000_invitations';

  it('turns the memberships of pre-provisioned users into invitations, and keeps those of owners', async () => {
    const { url, drop } = await databaseBefore(migration);
    const [owner, guest, workspace] = ['1', '2', '3'].map((digit) => digit.repeat(26));
    await queryOnce(
      url,
      `BEGIN;
       INSERT INTO users (id, email, nickname) VALUES ('${owner}', 'o@b.co', 'o'), ('${guest}', 'g@b.co', 'g');
       INSERT INTO workspaces (id, display_name, instance_url, instance_env_type, creator_user_id)
       VALUES ('${workspace}', 'x', 'https://x.example.com', 'SI', '${owner}');
       INSERT INTO memberships (workspace_id, user_id, role)
       VALUES ('${workspace}', '${owner}', 'OWNER'), ('${workspace}', '${guest}', 'APPROVER');
       COMMIT`,
    );
    await migrate(url, silent);
    expect(await queryOnce(url, 'SELECT user_id, role FROM memberships')).toEqual([{ user_id: owner, role: 'OWNER' }]);
    const [invitation] = await queryOnce(
      url,
      `SELECT *, expires_at - now() > interval '6 days' AS is_valid FROM invitations`,
    );
    expect(invitation).toMatchObject({ workspace_id: workspace, email: 'g@b.co', role: 'APPROVER', is_valid: true });
    expect((invitation as { id: string }).id).toMatch(/^00[0-9A-F]{24}$/);
    await drop();
  });
});

describe('the migration of addresses', () => {
  it('writes their domains in ASCII as the API does now, and keeps the others', async () => {
    const { url, drop } = await databaseBefore('20261129092000_addresses_in_ascii');
    const domains = [
      'россия.рф',
      'bücher.example',
      '例え.jp',
      'a.straße.de',
      'مثال.إختبار',
      'öäüß-x.ελλάδα.gr',
      'example.com',
    ];
    const emails = domains.map((domain) => `josé@${domain}`);
    const rows = emails.map((email, at) => `('${String(at).repeat(26)}', '${email}', 'x')`);
    await queryOnce(url, `INSERT INTO users (id, email, nickname) VALUES ${rows.join()}`);
    await migrate(url, silent);
    const migrated = await queryOnce(url, 'SELECT email FROM users ORDER BY id');
    expect(migrated).toEqual(emails.map((email) => ({ email: Email.parse(email) })));
    await drop();
  });
});

describe('the migration of the audit log to partitions', () => {
  const migration = '20261127110000_audit_partitions';

  it('keeps entries and guards, and the running API can write before the privileges are granted again', async () => {
    const { url, drop } = await databaseBefore(migration);
    const [group] = (await queryOnce(url, `SELECT ${groupNameSql} AS name`)) as { name: string }[];
    const insert = (id: string) => `
      SET ROLE ${group?.name ?? ''};
      INSERT INTO audit_entries (id, action, actor_user_id, credential, request_id)
      VALUES ('${id}', 'login', 'ada', 'session', 'x')`;
    await queryOnce(url, insert(ulid()));
    await queryOnce(url, await readFile(path.join(findMigrationsFolder(), migration, 'migration.sql'), 'utf8'));
    await queryOnce(url, insert(ulid()));
    expect(await queryOnce(url, 'SELECT count(*)::int AS entries FROM audit_entries')).toEqual([{ entries: 2 }]);
    const first = await firstAuditPartition((sql) => queryOnce(url, sql));
    for (const table of ['audit_entries', first])
      expect(await sqlStateOf(queryOnce(url, `DELETE FROM ${table}`))).toBe('AUDIT');
    await drop();
  });
});

describe('the migration of hashes without a secret', () => {
  const migration = '20261129195000_review_of_mailboxes';

  it('deletes those from before the secret, which never match again, and keeps the later ones and the keys of users', async () => {
    const { url, drop } = await databaseBefore(migration);
    const user = '1'.repeat(26);
    const insert = (hash: string, createdAt: string) => `
      INSERT INTO suppressed_addresses (address_hash, created_at) VALUES ('${hash}', ${createdAt});
      INSERT INTO personal_keys (address_hash, month, created_at) VALUES ('${hash}', '2026-11-01', ${createdAt})`;
    await queryOnce(url, insert('unsalted', `now() - interval '1 day'`));
    await queryOnce(url, insert('keyed', 'now()'));
    await queryOnce(
      url,
      `INSERT INTO users (id, email, nickname) VALUES ('${user}', 'o@b.co', 'o');
       INSERT INTO personal_keys (user_id, created_at) VALUES ('${user}', now() - interval '1 day')`,
    );
    await migrate(url, silent);
    expect(await queryOnce(url, 'SELECT address_hash FROM suppressed_addresses')).toEqual([{ address_hash: 'keyed' }]);
    expect(await queryOnce(url, 'SELECT address_hash, user_id FROM personal_keys ORDER BY 1')).toEqual([
      { address_hash: 'keyed', user_id: null },
      { address_hash: null, user_id: user },
    ]);
    await drop();
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
