import { newId } from '../../../src/platform/lib/ids.ts';
import { ErrorBody, calls, isShownByBrowser, type Call, type FeatureFlags } from '@portal/contract';
import request from 'supertest';
import { createApp } from '../../../src/app.ts';
import { createFixture } from '../../support/actors.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { logIn, makeUser } from '../../support/builders.ts';
import { navigationFrom } from '../../support/fetch-metadata.ts';
import { startPostgresRefusingLogins } from '../../support/fake-postgres.ts';
import { validQueries } from '../../support/valid-input.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const statusAndType = (response: { status: number; body: unknown }) => [
  response.status,
  ErrorBody.parse(response.body).error.type,
];

// @covers 8.18
describe('errors have one shape', () => {
  it('an unknown path', async () =>
    expect(statusAndType(await api.send('GET', '/nowhere'))).toEqual([404, 'NotFound']));

  it('a path with a broken escape', async () =>
    expect(statusAndType(await api.send('GET', '/legal/%E0%A4%A'))).toEqual([404, 'NotFound']));

  it('another method', async () => {
    const response = await api.send('PUT', '/whoami');
    expect(statusAndType(response)).toEqual([405, 'MethodNotAllowed']);
    expect(response.headers.allow).toBe('GET');
  });

  it('a body that is not JSON', async () => {
    const response = await api.send('POST', '/complete-auth-connect').type('json').send('{"code":');
    expect(statusAndType(response)).toEqual([400, 'MalformedBody']);
  });

  it('a body that is too large', async () => {
    const response = await api.send('POST', '/complete-auth-connect').send({ code: 'x'.repeat(200_000) });
    expect(statusAndType(response)).toEqual([413, 'PayloadTooLarge']);
  });

  it('a NUL in the path', async () => {
    const credentials = await logIn(api, await makeUser(api));
    expect(statusAndType(await api.send('GET', '/workspaces/%00', credentials))).toEqual([404, 'WorkspaceNotFound']);
  });

  it.each(['Basic YTpi', 'Bearer', 'Bearer a b', 'bearer x.y.z', 'Token abc'])(
    'the authorization %j',
    async (header) => {
      const response = await api.send('GET', '/whoami').set('Authorization', header);
      expect(statusAndType(response)).toEqual([401, 'InvalidToken']);
    },
  );

  it('a WWW-Authenticate challenge, with the error of an invalid token', async () => {
    const challengeTo = async (token?: string) =>
      (await api.send('GET', '/whoami', token === undefined ? {} : { token })).headers['www-authenticate'];
    expect(await challengeTo()).toBe('Bearer realm="auth-api"');
    expect(await challengeTo('x.y.z')).toBe('Bearer realm="auth-api", error="invalid_token"');
    const forbidden = await api.send('GET', '/users/quarantined', await logIn(api, await makeUser(api)));
    expect([forbidden.status, forbidden.headers['www-authenticate']]).toEqual([403, undefined]);
  });

  it('a request id in body and header', async () => {
    const response = await api.send('GET', '/whoami');
    expect(ErrorBody.parse(response.body).requestId).toBe(response.headers['x-request-id']);
  });

  it('all invalid fields', async () => {
    const user = await makeUser(api);
    const credentials = await logIn(api, user);
    const response = await api
      .send('PATCH', `/users/${user.id}`, credentials)
      .send({ nickname: ' ', discordUsername: 'a..b', githubUsername: 'ada' });
    expect(ErrorBody.parse(response.body).error.details?.fields).toEqual([
      { path: 'body.nickname', message: 'This field is required' },
      { path: 'body.discordUsername', message: 'Invalid discord tag' },
    ]);
  });

  it('an internal error without internal details', async () => {
    const user = await makeUser(api, { nickname: 'x' });
    const credentials = await logIn(api, user);
    await api.asOwner('ALTER TABLE memberships RENAME TO hidden');
    const response = await api.send('GET', '/workspaces', credentials);
    await api.asOwner('ALTER TABLE hidden RENAME TO memberships');
    expect(statusAndType(response)).toEqual([500, 'InternalError']);
    expect(JSON.stringify(response.body)).not.toMatch(/memberships|relation|prisma/i);
  });
});

describe('a download that is refused', () => {
  it('is a page for a browser that opens it in a tab', async () => {
    const response = await api.send('GET', '/users/report.csv').set(navigationFrom('same-site'));
    expect(response.status).toBe(401);
    expect(response.type).toBe('text/html');
    expect(response.text).toContain('Please log in');
  });

  it('is JSON for a program', async () =>
    expect(statusAndType(await api.send('GET', '/users/report.csv'))).toEqual([401, 'NotSignedIn']));
});

describe('a result that violates the schema of its call', () => {
  async function requestFlags(result: object) {
    const { services } = api;
    const user = await makeUser(api);
    const { cookie = '' } = await logIn(api, user);
    const featureFlags = { ...services.featureFlags, read: () => Promise.resolve(result as FeatureFlags) };
    const app = createApp({ ...services, featureFlags });
    return request(app).get(`/users/${user.id}/featureFlags`).set('Cookie', cookie);
  }

  it('is an internal error, and nothing of it is sent', async () => {
    const response = await requestFlags({ auth_portal_admin_page: 'a secret', 'approvals-opt-in-out': false });
    expect(statusAndType(response)).toEqual([500, 'InternalError']);
    expect(response.text).not.toContain('a secret');
  });

  it('is sent without additional fields', async () => {
    const flags = { auth_portal_admin_page: true, 'approvals-opt-in-out': false };
    const response = await requestFlags({ ...flags, more: 'a secret' });
    expect([response.status, response.body]).toEqual([200, flags]);
  });
});

describe('headers', () => {
  it('keep responses out of caches and frames', async () => {
    const { headers } = await api.send('GET', '/health/live');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['strict-transport-security']).toBeDefined();
    expect(headers['x-powered-by']).toBeUndefined();
  });
});

describe('an unavailable database', () => {
  it('is a 503, never a logout', async () => {
    const credentials = await logIn(api, await makeUser(api));
    const unreachable = await startApi({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nowhere' });
    const response = await unreachable.send('GET', '/whoami', credentials);
    await unreachable.close();
    expect(statusAndType(response)).toEqual([503, 'DatabaseUnavailable']);
    expect(response.headers['retry-after']).toBe('5');
  });

  it.each(['28P01', '28000', '3D000'])('that rejects logins with %s is a 503', async (code) => {
    const postgres = await startPostgresRefusingLogins(code, 'no');
    const unreachable = await startApi({ DATABASE_URL: postgres.url });
    const response = await unreachable.send('GET', '/whoami', await logIn(api, await makeUser(api)));
    await Promise.all([unreachable.close(), postgres.close()]);
    expect(statusAndType(response)).toEqual([503, 'DatabaseUnavailable']);
  });
});

describe('an unknown query parameter', () => {
  const withQuery = Object.entries<Call>(calls).filter(([, { query }]) => query);
  const jsonCalls = withQuery.filter(([, call]) => !isShownByBrowser(call));
  const pageCalls = withQuery.filter(([, call]) => isShownByBrowser(call));

  it.each(jsonCalls)('is rejected by %s', async (name, call) => {
    const fixture = await createFixture(api, call.access.who === 'staff' ? 'staff' : 'owner');
    const query = new URLSearchParams({ ...validQueries[name]?.(fixture), actorUserID: 'x' });
    const path = call.path
      .replace(':userId', fixture.subject.id)
      .replace(':workspaceId', fixture.workspace.id)
      .replace(':webhookId', newId());
    const response = await api.send('GET', `${path}?${query.toString()}`, fixture.credentials);
    expect([response.status, ErrorBody.parse(response.body).error]).toEqual([
      400,
      {
        type: 'InvalidInput',
        message: 'actorUserID: Unknown parameter.',
        details: { fields: [{ path: 'query.actorUserID', message: 'Unknown parameter' }] },
      },
    ]);
  });

  it.each(pageCalls)('is ignored by %s, because browsers and providers add some', (_name, { query }) =>
    expect(query?.safeParse({ utm_source: 'mail' }).success).toBe(true),
  );
});
