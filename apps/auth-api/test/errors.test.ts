import { ProblemBody, calls, type Call, type FeatureFlags } from '@portal/contract';
import request from 'supertest';
import { createApp } from '../src/app.ts';
import { stage } from './support/actors.ts';
import { startApi, type TestApi } from './support/api.ts';
import { logIn, makeUser } from './support/builders.ts';
import { startRefusingPostgres } from './support/refusing-postgres.ts';
import { validQueries } from './support/valid-bodies.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const failure = (response: { status: number; body: unknown }) => [
  response.status,
  ProblemBody.parse(response.body).error.type,
];

// @covers 8.18
describe('failures have one shape', () => {
  it('an unknown path', async () => expect(failure(await api.send('GET', '/nowhere'))).toEqual([404, 'NotFound']));

  it('a path with a broken escape', async () =>
    expect(failure(await api.send('GET', '/legal/%E0%A4%A'))).toEqual([404, 'NotFound']));

  it('another method', async () => {
    const response = await api.send('PUT', '/whoami');
    expect(failure(response)).toEqual([405, 'MethodNotAllowed']);
    expect(response.headers.allow).toBe('GET');
  });

  it('a body that is no JSON', async () => {
    const response = await api.send('POST', '/complete-auth-connect').type('json').send('{"code":');
    expect(failure(response)).toEqual([400, 'MalformedBody']);
  });

  it('a body that is too large', async () => {
    const response = await api.send('POST', '/complete-auth-connect').send({ code: 'x'.repeat(200_000) });
    expect(failure(response)).toEqual([413, 'PayloadTooLarge']);
  });

  it('a NUL in the path', async () => {
    const proof = await logIn(api, await makeUser(api));
    expect(failure(await api.send('GET', '/workspaces/%00', proof))).toEqual([404, 'WorkspaceNotFound']);
  });

  it.each(['Basic YTpi', 'Bearer', 'Bearer a b', 'bearer x.y.z', 'Token abc'])(
    'the authorization %j',
    async (header) => {
      const response = await api.send('GET', '/whoami').set('Authorization', header);
      expect(failure(response)).toEqual([401, 'InvalidToken']);
    },
  );

  it('challenges who is not logged in, and says of a token that it is invalid', async () => {
    const challengeTo = async (token?: string) =>
      (await api.send('GET', '/whoami', token === undefined ? {} : { token })).headers['www-authenticate'];
    expect(await challengeTo()).toBe('Bearer realm="auth-api"');
    expect(await challengeTo('x.y.z')).toBe('Bearer realm="auth-api", error="invalid_token"');
    const forbidden = await api.send('GET', '/users/quarantined', await logIn(api, await makeUser(api)));
    expect([forbidden.status, forbidden.headers['www-authenticate']]).toEqual([403, undefined]);
  });

  it('names the request in body and header', async () => {
    const response = await api.send('GET', '/whoami');
    expect(ProblemBody.parse(response.body).requestId).toBe(response.headers['x-request-id']);
  });

  it('names every field that is wrong', async () => {
    const user = await makeUser(api);
    const proof = await logIn(api, user);
    const response = await api
      .send('PATCH', `/users/${user.id}`, proof)
      .send({ nickname: ' ', discordUsername: 'a..b', githubUsername: 'ada' });
    expect(ProblemBody.parse(response.body).error.details?.fields).toEqual([
      { path: 'body.nickname', message: 'This field is required' },
      { path: 'body.discordUsername', message: 'Invalid discord tag' },
    ]);
  });

  it('a mistake of ours tells nothing of the inside', async () => {
    const user = await makeUser(api, { nickname: 'x' });
    const proof = await logIn(api, user);
    await api.asOwner('ALTER TABLE memberships RENAME TO hidden');
    const response = await api.send('GET', '/workspaces', proof);
    await api.asOwner('ALTER TABLE hidden RENAME TO memberships');
    expect(failure(response)).toEqual([500, 'InternalError']);
    expect(JSON.stringify(response.body)).not.toMatch(/memberships|relation|prisma/i);
  });
});

describe('a result that is not what the call promises', () => {
  async function flagsWith(result: object) {
    const { services } = api;
    const user = await makeUser(api);
    const { cookie = '' } = await logIn(api, user);
    const featureFlags = { ...services.featureFlags, read: () => Promise.resolve(result as FeatureFlags) };
    const app = createApp({ ...services, featureFlags });
    return request(app).get(`/users/${user.id}/featureFlags`).set('Cookie', cookie);
  }

  it('is a mistake of ours, and nothing of it is sent', async () => {
    const response = await flagsWith({ auth_portal_admin_page: 'a secret', 'approvals-opt-in-out': false });
    expect(failure(response)).toEqual([500, 'InternalError']);
    expect(response.text).not.toContain('a secret');
  });

  it('is sent without what it has besides', async () => {
    const flags = { auth_portal_admin_page: true, 'approvals-opt-in-out': false };
    const response = await flagsWith({ ...flags, more: 'a secret' });
    expect([response.status, response.body]).toEqual([200, flags]);
  });
});

describe('headers', () => {
  it('keep answers out of caches and frames', async () => {
    const { headers } = await api.send('GET', '/health/live');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['strict-transport-security']).toBeDefined();
    expect(headers['x-powered-by']).toBeUndefined();
  });
});

describe('health', () => {
  it('is ready with its database, migrations and keys', async () =>
    expect((await api.send('GET', '/health/ready')).body).toEqual({
      status: 'ok',
      checks: { database: 'ok', migrations: 'ok', signingKeys: 'ok', clock: 'ok' },
    }));

  it('is not ready without a migration, and says which', async () => {
    await api.asOwner('UPDATE _prisma_migrations SET finished_at = NULL');
    const response = await api.send('GET', '/health/ready');
    await api.asOwner('UPDATE _prisma_migrations SET finished_at = now()');
    expect(failure(response)).toEqual([503, 'NotReady']);
    expect(response.headers['retry-after']).toBe('30');
    expect(ProblemBody.parse(response.body).error.message).toMatch(/_init, .*_guards/);
  });

  it('a database that is away is a 503, never a logout', async () => {
    const proof = await logIn(api, await makeUser(api));
    const away = await startApi({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nowhere' });
    const response = await away.send('GET', '/whoami', proof);
    await away.close();
    expect(failure(response)).toEqual([503, 'DatabaseUnavailable']);
    expect(response.headers['retry-after']).toBe('5');
  });

  it.each(['28P01', '28000', '3D000'])(
    'a database that answers logins with %s is no fault of the caller',
    async (code) => {
      const postgres = await startRefusingPostgres(code, 'no');
      const away = await startApi({ DATABASE_URL: postgres.url });
      const response = await away.send('GET', '/whoami', await logIn(api, await makeUser(api)));
      await Promise.all([away.close(), postgres.close()]);
      expect(failure(response)).toEqual([503, 'DatabaseUnavailable']);
    },
  );
});

describe('a query with a name that the call does not have', () => {
  const withQuery = Object.entries<Call>(calls).filter(([, { query }]) => query);
  const data = withQuery.filter(([, { answers }]) => answers !== 'page');
  const pages = withQuery.filter(([, { answers }]) => answers === 'page');

  it.each(data)('is refused by %s, which would show too much otherwise', async (name, call) => {
    const on = await stage(api, call.access.who === 'staff' ? 'staff' : 'owner');
    const query = new URLSearchParams({ ...validQueries[name]?.(on), actorUserID: 'x' });
    const path = call.path.replace(':userId', on.subject.id).replace(':workspaceId', on.workspace.id);
    const response = await api.send('GET', `${path}?${query.toString()}`, on.proof);
    expect([response.status, ProblemBody.parse(response.body).error]).toEqual([
      400,
      {
        type: 'InvalidInput',
        message: 'actorUserID: Unknown parameter.',
        details: { fields: [{ path: 'query.actorUserID', message: 'Unknown parameter' }] },
      },
    ]);
  });

  it.each(pages)('is nothing to %s, for browsers and providers add some', (_name, { query }) =>
    expect(query?.safeParse({ utm_source: 'mail' }).success).toBe(true),
  );
});
