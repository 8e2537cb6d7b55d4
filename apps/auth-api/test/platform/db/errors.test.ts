import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import request from 'supertest';
import { ErrorBody } from '@portal/contract';
import { PrismaClient } from '../../../src/generated/prisma/client.ts';
import { createApp } from '../../../src/app.ts';
import { createLogger } from '../../../src/platform/observability/logger.ts';
import { toApiError } from '../../../src/request/call/to-api-error.ts';
import { formatFatalError } from '../../../src/platform/observability/report-fatal-error.ts';
import { startReplica } from '../../support/api-process.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { logIn, makeUser, makeWorkspace } from '../../support/builders.ts';
import { navigationFrom } from '../../support/fetch-metadata.ts';
import { pollUntil } from '../../support/polling.ts';

const socketError = (code: string) =>
  Object.assign(new Error(`connect ${code}`), { code, errno: -1, syscall: 'connect', address: '127.0.0.1' });

const postgresError = (code: string) =>
  Object.assign(new pg.DatabaseError(`PostgreSQL says ${code}`, 100, 'error'), { code, severity: 'ERROR' });

/** Errors of pg and of sockets while the database is unavailable. */
const unavailable: readonly Error[] = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH'].map(socketError),
  ...['08006', '08P01', '28P01', '28000', '3D000', '53200', '53300', '55000', '57P01', '57P03', '57014', '25006'].map(
    postgresError,
  ),
  postgresError('40001'),
  ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID'].map((code) =>
    Object.assign(new Error('certificate'), { code }),
  ),
  new Error('Connection terminated unexpectedly'),
  new Error('Connection terminated due to connection timeout'),
  new Error('timeout exceeded when trying to connect'),
  new Error('Client has encountered a connection error and is not queryable'),
  new Error('The server does not support SSL connections'),
];

/** Every way in which the API uses the database. */
const operations: Readonly<Record<string, (db: PrismaClient) => Promise<unknown>>> = {
  'a read of a model': (db) => db.user.findFirst(),
  'a write of a model': (db) => db.user.deleteMany(),
  'a raw read': (db) => db.$queryRaw`SELECT 1`,
  'a raw write': (db) => db.$executeRaw`DELETE FROM users`,
  'a transaction': (db) => db.$transaction((tx) => tx.user.findFirst()),
  'a raw read within a transaction': (db) => db.$transaction((tx) => tx.$queryRaw`SELECT 1`),
};

/** A client whose queries fail with this error: when connecting, or on a connection after BEGIN if `connects`. */
function failingWith(error: Error, connects: boolean): PrismaClient {
  const pool = new pg.Pool();
  const fail = (_query: unknown, done?: unknown) => {
    if (typeof done !== 'function') return Promise.reject(error);
    (done as (failure: Error) => void)(error);
    return undefined;
  };
  const emptyResult = Promise.resolve({ rows: [], fields: [], rowCount: 0 });
  const client = {
    query: ({ text }: { text: string }) => (text === 'BEGIN' || text === 'ROLLBACK' ? emptyResult : fail(text)),
    on: () => undefined,
    removeListener: () => undefined,
    release: () => undefined,
  };
  Object.assign(pool, { query: fail, connect: () => (connects ? Promise.resolve(client) : Promise.reject(error)) });
  return new PrismaClient({ adapter: new PrismaPg(pool) });
}

async function failureOf(operation: string, error: Error, connects: boolean): Promise<unknown> {
  const db = failingWith(error, connects);
  try {
    await operations[operation]?.(db);
  } catch (failure) {
    return failure;
  } finally {
    await db.$disconnect();
  }
  throw new Error('The operation did not fail.');
}

const codeOrMessage = (error: Error & { code?: string }) => error.code ?? error.message;

describe.each(Object.keys(operations))('%s', (operation) => {
  it.each([true, false])(
    'reports that the database is unavailable, whatever the cause (after connecting: %s)',
    async (connects) => {
      const types: Record<string, string> = {};
      for (const error of unavailable)
        types[codeOrMessage(error)] = toApiError(await failureOf(operation, error, connects)).type;
      const expected = Object.fromEntries(unavailable.map((error) => [codeOrMessage(error), 'DatabaseUnavailable']));
      expect(types).toEqual(expected);
    },
  );

  it('reports that the storage is full', async () => {
    const failure = await failureOf(operation, postgresError('53100'), true);
    expect(toApiError(failure)).toMatchObject({ type: 'StorageFull', status: 503, retryAfter: 30 });
    expect(formatFatalError(failure)).toMatch(/disk of the database is full/);
  });

  it('reports a bug as an internal error', async () => {
    for (const code of ['42601', '42P01', '23514']) {
      expect(toApiError(await failureOf(operation, postgresError(code), true)).type).toBe('InternalError');
    }
  });
});

describe('a full disk', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  const fillDisk = (table: string) =>
    api.asOwner(`
      CREATE FUNCTION disk_is_full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
      END $$;
      CREATE TRIGGER disk_is_full BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION disk_is_full()`);
  const freeDisk = () => api.asOwner('DROP FUNCTION disk_is_full CASCADE');

  it('fails writes with a 503 of its own, and does not affect reads', async () => {
    const owner = await makeUser(api);
    const credentials = await logIn(api, owner);
    const workspace = await makeWorkspace(api, owner);
    await fillDisk('workspaces');
    const renamed = await api
      .send('PATCH', `/workspaces/${workspace.id}`, credentials)
      .send({ displayName: 'Another' });
    const read = await api.send('GET', `/workspaces/${workspace.id}`, credentials);
    await freeDisk();
    expect([renamed.status, ErrorBody.parse(renamed.body).error]).toEqual([
      503,
      {
        type: 'StorageFull',
        message: 'The service has no storage space left, so nothing was saved. Try again later.',
      },
    ]);
    expect(renamed.headers['retry-after']).toBe('30');
    expect(read.status).toBe(200);
  });

  it('is not blamed on the identity provider during a login', async () => {
    const replica = await startReplica(api);
    await fillDisk('login_attempts');
    const response = await request(replica.url).get('/auth/login').set(navigationFrom('none'));
    await freeDisk();
    expect([response.status, response.text]).toEqual([503, expect.stringContaining('no storage space left')]);
    const logLine = () =>
      replica.lines.find((line) => line.includes('request failed. The disk of the database is full'));
    expect(await pollUntil(() => Promise.resolve(logLine()), Boolean)).toBeDefined();
    const lines = replica.lines.filter((line) => !line.includes('permissions at Auth0'));
    expect(lines.join('\n')).not.toContain('IdentityProviderUnavailable');
    await replica.stop();
  });

  it('an unavailable database is not blamed on the identity provider during a login either', async () => {
    const unreachable = await startApi({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nowhere' });
    const lines: string[] = [];
    const log = createLogger('info', { write: (line: string) => void lines.push(line) });
    const app = createApp({ ...unreachable.services, log });
    const response = await request(app).get('/auth/login').set(navigationFrom('none'));
    await unreachable.close();
    expect([response.status, response.text]).toEqual([503, expect.stringContaining('can’t reach its database')]);
    expect(lines.join('\n')).toContain('request failed. The database refused the connection. Check that it is running');
  });
});
