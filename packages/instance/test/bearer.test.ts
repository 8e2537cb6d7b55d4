import { jest } from '@jest/globals';
import {
  bearerResponse,
  createInstance,
  type BearerResult,
  type Instance,
  type InstanceOptions,
} from '../src/index.ts';
import { ids, startFakePortal, type FakePortal, type Forgery } from './support/fake-portal.ts';

let portal: FakePortal;
let instance: Instance;

const realNow = Date.now;
let skippedMs: number;
const waitSeconds = (seconds: number) => (skippedMs += seconds * 1_000);

const create = (options: Partial<InstanceOptions> = {}) =>
  createInstance({
    apiUrl: portal.url,
    portalUrl: 'https://portal.example.com',
    url: 'https://instance.example.com',
    acceptsWorkspace: [ids.workspace],
    ...options,
  });

beforeEach(async () => {
  skippedMs = 0;
  jest.spyOn(Date, 'now').mockImplementation(() => realNow() + skippedMs);
  portal = await startFakePortal();
  instance = create();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await portal.stop();
});

const apiToken = (forgery: Forgery = {}) =>
  portal.sign('api', { sub: ids.editor, aud: ids.workspace, workspaceId: ids.workspace }, forgery);
const options = { workspaceId: ids.workspace, clientAddress: '203.0.113.9' };
const check = (token: string, more: Readonly<{ clientAddress?: string; scope?: string }> = {}) =>
  instance.verifyBearer(token, { ...options, ...more });
const questions = () => portal.callsTo('/oauth/introspect').length;
const statusOf = async (token: string) => (await check(token)).status;

describe('an API token', () => {
  it('works with its scopes and role, as the API says', async () => {
    const token = await apiToken();
    const headers = { authorization: `Bearer ${token}` };
    for (const request of [{ headers }, new Request('https://instance.example.com', { headers })])
      expect(await instance.verifyBearer(request, { ...options, scope: 'platform' })).toEqual({
        status: 'active',
        token: {
          ...{ id: 'token-1', subject: ids.editor, principal: 'user', username: 'Grace', role: 'EDITOR' },
          ...{ scopes: ['platform', 'platform:read'], workspaceId: ids.workspace },
          expiresAt: expect.any(Number) as number,
        },
      });
    expect(Object.fromEntries(new URLSearchParams(portal.callsTo('/oauth/introspect')[0]?.body))).toEqual({
      token,
      workspace: ids.workspace,
      client_address: '203.0.113.9',
    });
  });

  it('without the scope is rejected with 403', async () => {
    const result = await check(await apiToken(), { scope: 'platform:write' });
    expect(result).toMatchObject({ status: 'insufficient-scope', scope: 'platform:write', token: { role: 'EDITOR' } });
  });

  it('that is not active, or of another workspace, is invalid', async () => {
    portal.state.introspected = { workspaceId: ids.otherWorkspace };
    expect(await statusOf(await apiToken())).toBe('invalid');
    portal.state.introspected = { active: false };
    expect(await statusOf(await apiToken())).toBe('invalid');
  });

  it.each([
    ['signed by someone else', { isForeign: true }],
    ['signed with the key of instance tokens', { kid: 'instance-1' }],
    ['of another type', { typ: 'instance+jwt' }],
    ['of another issuer', { issuer: 'https://evil.example' }],
    ['for the account portal only', { audience: 'auth-api' }],
    ['that has expired', { expires: '-1s' }],
  ])('%s is invalid, and the API is not asked', async (_title, forgery: Forgery) => {
    expect(await check(await apiToken(forgery))).toEqual({ status: 'invalid', hasToken: true });
    expect(questions()).toBe(0);
  });

  it.each([undefined, '', 'Basic YTpi', 'Bearer', 'Bearer a b'])('is missing in %j', async (authorization) => {
    const request = { headers: { ...(authorization !== undefined && { authorization }) } };
    expect(await instance.verifyBearer(request, options)).toEqual({ status: 'invalid', hasToken: false });
  });
});

describe('the answer of the API', () => {
  it('is cached for thirty seconds, so a revoked token works that long', async () => {
    const token = await apiToken();
    await check(token);
    portal.state.introspected = { active: false };
    waitSeconds(29);
    expect(await statusOf(token)).toBe('active');
    waitSeconds(2);
    expect(await statusOf(token)).toBe('invalid');
    expect(await statusOf(token)).toBe('invalid');
    expect(questions()).toBe(2);
  });

  it('is cached for each token and address, and not beyond the expiry of the token', async () => {
    const token = await apiToken();
    portal.state.introspected = { exp: Math.floor(realNow() / 1_000) + 10 };
    await check(token);
    await check(token, { clientAddress: '203.0.113.10' });
    await check(await apiToken());
    expect(questions()).toBe(3);
    waitSeconds(11);
    expect(await statusOf(token)).toBe('invalid');
    expect(questions()).toBe(3);
  });

  it('is asked for once by requests at the same time', async () => {
    const token = await apiToken();
    portal.state.delayMs = 50;
    const results = await Promise.all(Array.from({ length: 20 }, () => statusOf(token)));
    expect([new Set(results), questions()]).toEqual([new Set(['active']), 1]);
  });

  it.each(['drops' as const, 'hangs' as const, 'garbage' as const, 400, 429, 500, 503])(
    'is not there (%s): the token is neither active nor invalid, and the API is asked again',
    async (outage) => {
      const token = await apiToken();
      if (outage === 'hangs') instance = create({ timeoutMs: 1_000 });
      portal.state.outages['/oauth/introspect'] = outage;
      expect(await check(token)).toMatchObject({
        status: 'unavailable',
        retryAfterSeconds: typeof outage === 'number' ? 7 : 5,
      });
      portal.state.outages = {};
      expect(await statusOf(token)).toBe('active');
    },
  );

  it('cannot be asked for without the keys', async () => {
    portal.state.outages['/.well-known/jwks.json'] = 'drops';
    expect(await statusOf(await apiToken())).toBe('unavailable');
  });

  it('knows a token that the newest key signed, once the keys may be read again', async () => {
    instance = create({ keysCooldownSeconds: 10 });
    await check(await apiToken());
    portal.state.keyIds.push('api-2');
    const token = await apiToken({ kid: 'api-2' });
    expect(await statusOf(token)).toBe('unavailable');
    waitSeconds(11);
    expect(await statusOf(token)).toBe('active');
    expect(await statusOf(await apiToken({ kid: 'api-3' }))).toBe('unavailable');
    waitSeconds(11);
    expect(await statusOf(await apiToken({ kid: 'api-3' }))).toBe('invalid');
    expect(portal.callsTo('/.well-known/jwks.json')).toHaveLength(3);
  });

  it('does not make a key that was withdrawn work for more than five minutes', async () => {
    await check(await apiToken());
    portal.state.keyIds = ['api-2'];
    waitSeconds(299);
    expect(await statusOf(await apiToken())).toBe('active');
    waitSeconds(2);
    expect(await statusOf(await apiToken())).toBe('invalid');
  });
});

describe('while the API is away', () => {
  const goAway = () => {
    portal.state.outages = { '/oauth/introspect': 'drops', '/.well-known/jwks.json': 'drops' };
  };

  it('no token works beyond thirty seconds', async () => {
    const token = await apiToken();
    await check(token);
    goAway();
    waitSeconds(31);
    expect(await statusOf(token)).toBe('unavailable');
  });

  it('a token that was active lately works for as long as the instance allows, and no other one', async () => {
    instance = create({ allowOfflineMinutes: 10 });
    const [token, unknown] = [await apiToken(), await apiToken()];
    await check(token);
    goAway();
    waitSeconds(9 * 60);
    expect([await statusOf(token), await statusOf(unknown)]).toEqual(['active', 'unavailable']);
    expect((await check(token, { clientAddress: '203.0.113.10' })).status).toBe('unavailable');
    waitSeconds(61);
    expect(await statusOf(token)).toBe('unavailable');
  });

  it('a revoked token does not work', async () => {
    instance = create({ allowOfflineMinutes: 10 });
    const token = await apiToken();
    await check(token);
    portal.state.introspected = { active: false };
    waitSeconds(31);
    await check(token);
    goAway();
    waitSeconds(31);
    expect(await statusOf(token)).toBe('unavailable');
  });
});

describe('the response to a request with a token that is not accepted', () => {
  const responseTo = async (result: BearerResult) => {
    if (result.status === 'active') throw new Error('The token is active.');
    const response = bearerResponse(result);
    const { status, headers } = response;
    return [status, headers.get('www-authenticate'), headers.get('retry-after'), await response.json()];
  };

  it('says what is wrong, as RFC 6750 does', async () => {
    expect(await responseTo(await instance.verifyBearer({ headers: {} }, options))).toEqual([
      401,
      'Bearer',
      null,
      { error: 'invalid_token' },
    ]);
    expect(await responseTo(await check('nonsense'))).toEqual([
      401,
      'Bearer error="invalid_token"',
      null,
      { error: 'invalid_token' },
    ]);
    expect(await responseTo(await check(await apiToken(), { scope: 'platform:write' }))).toEqual([
      403,
      'Bearer error="insufficient_scope", scope="platform:write"',
      null,
      { error: 'insufficient_scope', scope: 'platform:write' },
    ]);
  });

  it('asks the program to come back if the API is away', async () => {
    portal.state.outages['/oauth/introspect'] = 'drops';
    expect(await responseTo(await check(await apiToken()))).toEqual([
      503,
      null,
      '5',
      { error: 'temporarily_unavailable' },
    ]);
  });
});
