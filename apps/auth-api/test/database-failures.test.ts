import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import request from 'supertest';
import { ProblemBody } from '@portal/contract';
import { PrismaClient } from '../src/generated/prisma/client.ts';
import { asProblem } from '../src/http/failures.ts';
import { operatorWords } from '../src/operator-words.ts';
import { startReplica } from './support/api-process.ts';
import { startApi, type TestApi } from './support/api.ts';
import { logIn, makeUser, makeWorkspace } from './support/builders.ts';
import { navigationFrom } from './support/fetch-metadata.ts';
import { until } from './support/until.ts';

const ofSocket = (code: string) =>
  Object.assign(new Error(`connect ${code}`), { code, errno: -1, syscall: 'connect', address: '127.0.0.1' });

const ofPostgres = (code: string) =>
  Object.assign(new pg.DatabaseError(`PostgreSQL says ${code}`, 100, 'error'), { code, severity: 'ERROR' });

/** What pg and the sockets under it fail with while the database can't be used. */
const unavailable: readonly Error[] = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH'].map(ofSocket),
  ...['08006', '08P01', '28P01', '28000', '3D000', '53200', '53300', '55000', '57P01', '57P03', '57014', '25006'].map(
    ofPostgres,
  ),
  ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID'].map((code) =>
    Object.assign(new Error('certificate'), { code }),
  ),
  new Error('Connection terminated unexpectedly'),
  new Error('Connection terminated due to connection timeout'),
  new Error('timeout exceeded when trying to connect'),
  new Error('Client has encountered a connection error and is not queryable'),
  new Error('The server does not support SSL connections'),
];

/** Every way in which the API asks the database. */
const ways: Readonly<Record<string, (db: PrismaClient) => Promise<unknown>>> = {
  'a read of a model': (db) => db.user.findFirst(),
  'a write of a model': (db) => db.user.deleteMany(),
  'a raw read': (db) => db.$queryRaw`SELECT 1`,
  'a raw write': (db) => db.$executeRaw`DELETE FROM users`,
  'a transaction': (db) => db.$transaction((tx) => tx.user.findFirst()),
  'a raw read within a transaction': (db) => db.$transaction((tx) => tx.$queryRaw`SELECT 1`),
};

/** A pool without a server: whatever is asked, by the pool or by a connection of it after its BEGIN, fails with this. */
function failingWith(error: Error, begins: boolean): PrismaClient {
  const pool = new pg.Pool();
  const fail = (_query: unknown, done?: unknown) => {
    if (typeof done !== 'function') return Promise.reject(error);
    (done as (failure: Error) => void)(error);
    return undefined;
  };
  const begun = Promise.resolve({ rows: [], fields: [], rowCount: 0 });
  const client = {
    query: ({ text }: { text: string }) => (text === 'BEGIN' || text === 'ROLLBACK' ? begun : fail(text)),
    on: () => undefined,
    removeListener: () => undefined,
    release: () => undefined,
  };
  Object.assign(pool, { query: fail, connect: () => (begins ? Promise.resolve(client) : Promise.reject(error)) });
  return new PrismaClient({ adapter: new PrismaPg(pool) });
}

async function failureOf(way: string, error: Error, begins: boolean): Promise<unknown> {
  const db = failingWith(error, begins);
  try {
    await ways[way]?.(db);
  } catch (failure) {
    return failure;
  } finally {
    await db.$disconnect();
  }
  throw new Error('It did not fail.');
}

const nameOf = (error: Error & { code?: string }) => error.code ?? error.message;

describe.each(Object.keys(ways))('%s', (way) => {
  it.each([true, false])(
    'tells the caller that the database is away, by whatever the cause is (a connection before: %s)',
    async (begins) => {
      const types: Record<string, string> = {};
      for (const error of unavailable) types[nameOf(error)] = asProblem(await failureOf(way, error, begins)).type;
      const expected = Object.fromEntries(unavailable.map((error) => [nameOf(error), 'DatabaseUnavailable']));
      expect(types).toEqual(expected);
    },
  );

  it('tells the caller that the storage is full', async () => {
    const failure = await failureOf(way, ofPostgres('53100'), true);
    expect(asProblem(failure)).toMatchObject({ type: 'StorageFull', status: 503, retryAfter: 30 });
    expect(operatorWords(failure)).toMatch(/disk of the database is full/);
  });

  it('leaves a mistake of ours a mistake of ours', async () => {
    for (const code of ['42601', '42P01', '23514']) {
      expect(asProblem(await failureOf(way, ofPostgres(code), true)).type).toBe('InternalError');
    }
  });
});

describe('a full disk', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  const fill = (table: string) =>
    api.asOwner(`
      CREATE FUNCTION disk_is_full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
      END $$;
      CREATE TRIGGER disk_is_full BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION disk_is_full()`);
  const free = () => api.asOwner('DROP FUNCTION disk_is_full CASCADE');

  it('is a 503 of its own for whoever saves something, and stops nobody who reads', async () => {
    const owner = await makeUser(api);
    const proof = await logIn(api, owner);
    const workspace = await makeWorkspace(api, owner);
    await fill('workspaces');
    const renamed = await api.send('PATCH', `/workspaces/${workspace.id}`, proof).send({ displayName: 'Another' });
    const read = await api.send('GET', `/workspaces/${workspace.id}`, proof);
    await free();
    expect([renamed.status, ProblemBody.parse(renamed.body).error]).toEqual([
      503,
      {
        type: 'StorageFull',
        message: 'The service has no storage space left, so nothing was saved. Try again later.',
      },
    ]);
    expect(renamed.headers['retry-after']).toBe('30');
    expect(read.status).toBe(200);
  });

  it('at the start of a login is no failure of the identity provider', async () => {
    const replica = await startReplica(api);
    await fill('login_attempts');
    const response = await request(replica.url).get('/auth/login').set(navigationFrom('none'));
    await free();
    expect([response.status, response.text]).toEqual([503, expect.stringContaining('no storage space left')]);
    const told = () => replica.lines.find((line) => line.includes('the disk of the database is full'));
    expect(await until(() => Promise.resolve(told()), Boolean)).toBeDefined();
    expect(replica.lines.join('\n')).not.toContain('IdentityProviderUnavailable');
    await replica.stop();
  });

  it('a database that is away at the start of a login is no failure of the identity provider either', async () => {
    const away = await startApi({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nowhere' });
    const response = await away.send('GET', '/auth/login').set(navigationFrom('none'));
    await away.close();
    expect([response.status, response.text]).toEqual([503, expect.stringContaining('can’t reach its database')]);
  });
});
