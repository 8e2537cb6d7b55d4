import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '../../../src/generated/prisma/client.ts';
import { createPool } from '../../../src/platform/db/pool.ts';
import { toApiError } from '../../../src/request/call/to-api-error.ts';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { makeUser } from '../../support/builders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const nicknameOf = async (id: string) => (await api.db.user.findUniqueOrThrow({ where: { id } })).nickname;

describe('a transaction', () => {
  it('rolls back all its writes if one of its statements fails', async () => {
    const before = await makeUser(api);
    const failing = inTransaction(api.services, async ({ db }) => {
      await db.$executeRaw`UPDATE users SET first_name = 'changed' WHERE id = ${before.id}`;
      await db.user.update({ where: { id: before.id }, data: { nickname: 'changed' } });
      await db.user.create({ data: { id: before.id, email: 'twice@example.com', nickname: 'Twice' } });
    });
    await expect(failing).rejects.toMatchObject({ code: 'P2002' });
    expect(await api.db.user.findUnique({ where: { id: before.id } })).toEqual(before);
  });

  it('is retried from the start after a serialization failure', async () => {
    const { id } = await makeUser(api);
    let attempts = 0;
    await inTransaction(api.services, async ({ db }) => {
      attempts++;
      await db.user.update({ where: { id }, data: { nickname: `attempt ${attempts}` } });
      if (attempts < 3) await db.$executeRaw`DO $$ BEGIN RAISE EXCEPTION 'lost' USING ERRCODE = '40001'; END $$`;
    });
    expect([attempts, await nicknameOf(id)]).toEqual([3, 'attempt 3']);
  });

  it('is retried after a conflict in a deferred constraint', async () => {
    const { id } = await makeUser(api);
    await api.asOwner(`
      CREATE FUNCTION lost_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'lost' USING ERRCODE = 'OWNER';
      END $$;
      CREATE CONSTRAINT TRIGGER lost_at_commit AFTER UPDATE ON users DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW WHEN (NEW.nickname = 'attempt 1') EXECUTE FUNCTION lost_at_commit()`);
    let attempts = 0;
    await inTransaction(api.services, async ({ db }) => {
      attempts++;
      await db.user.update({ where: { id }, data: { nickname: `attempt ${attempts}` } });
    });
    await api.asOwner('DROP FUNCTION lost_at_commit CASCADE');
    expect([attempts, await nicknameOf(id)]).toEqual([2, 'attempt 2']);
  });

  it('is never committed after its timeout', async () => {
    const { DATABASE_URL: url } = api.services.settings;
    const pool = createPool({ url, size: 1, connectTimeoutMs: 1_000, statementTimeoutMs: 1_000 }, api.services.log);
    const db = new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions: { timeout: 100 } });
    const before = await makeUser(api);
    const slow = inTransaction({ db }, async (work) => {
      await work.db.user.update({ where: { id: before.id }, data: { nickname: 'too late' } });
      await new Promise((resolve) => setTimeout(resolve, 300));
      await work.db.user.update({ where: { id: before.id }, data: { firstName: 'later still' } });
    });
    await expect(slow).rejects.toMatchObject({ code: 'P2028' });
    expect(await db.user.findUnique({ where: { id: before.id } })).toEqual(before);
    await db.$disconnect();
    await pool.end();
  });
});

describe('a query that exceeds its timeout', () => {
  it('fails, closes its connection and rolls back its transaction', async () => {
    const { DATABASE_URL: url } = api.services.settings;
    const pool = createPool({ url, size: 1, connectTimeoutMs: 1_000, statementTimeoutMs: 300 }, api.services.log);
    const db = new PrismaClient({ adapter: new PrismaPg(pool) });
    const before = await makeUser(api);
    const removed = new Promise((resolve) => pool.once('remove', resolve));
    const hanging = db.$transaction(async (tx) => {
      // PostgreSQL must not cancel the statement first.
      await tx.$executeRaw`SET LOCAL statement_timeout = 10000`;
      await tx.user.update({ where: { id: before.id }, data: { nickname: 'lost' } });
      await tx.$queryRaw`SELECT 1 FROM pg_sleep(5)`;
    });
    await expect(hanging).rejects.toThrow();
    await removed;
    expect(await db.user.findUnique({ where: { id: before.id } })).toEqual(before);
    await db.$disconnect();
    await pool.end();
  });
});

describe('a connection that is busy without a pause', () => {
  it('stays open for longer than the timeout of a query', async () => {
    const { DATABASE_URL: url } = api.services.settings;
    const timeoutMs = 1_000;
    const pool = createPool(
      { url, size: 1, connectTimeoutMs: 60_000, statementTimeoutMs: timeoutMs },
      api.services.log,
    );
    const removed: unknown[] = [];
    pool.on('remove', (client) => removed.push(client));
    const startedAt = performance.now();
    const responses = await Promise.all(Array.from({ length: 300 }, () => pool.query('SELECT pg_sleep(0.005)')));
    expect(responses).toHaveLength(300);
    expect(performance.now() - startedAt).toBeGreaterThan(timeoutMs * 1.2);
    expect(removed).toEqual([]);
    await pool.end();
  });
});

describe('a connection to a server that became read-only', () => {
  it('is replaced after the first write that it rejects, so that the next one reaches the new primary', async () => {
    const { DATABASE_URL: url } = api.services.settings;
    const pool = createPool({ url, size: 1, connectTimeoutMs: 20_000, statementTimeoutMs: 20_000 }, api.services.log);
    const db = new PrismaClient({ adapter: new PrismaPg(pool) });
    const { id } = await makeUser(api);
    // The session settings of a standby, on the only connection.
    await pool.query('SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY');
    const rename = () =>
      inTransaction({ db }, (work) => work.db.user.update({ where: { id }, data: { nickname: 'written' } }));
    const failure: unknown = await rename().catch((error: unknown) => error);
    expect(toApiError(failure).type).toBe('DatabaseUnavailable');
    await rename();
    expect(await nicknameOf(id)).toBe('written');
    await db.$disconnect();
    await pool.end();
  });
});
