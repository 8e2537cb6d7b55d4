/** @takes 20 s */
import { createHash } from 'node:crypto';
import { DeviceCode, DeviceRequest, TerminalRedirect, TokenResponse } from '@portal/contract';
import type { User, Workspace } from '../../../../src/generated/prisma/client.ts';
import { createSecret } from '../../../../src/request/auth/secrets.ts';
import { startApi, type Credentials, type TestApi } from '../../../support/api.ts';
import { logIn, makeStaff, makeUser, makeWorkspace } from '../../../support/builders.ts';
import { expectOAuthError } from '../../../support/oauth-client.ts';
import { codeOf, createTerminalClient, readScopes, tokensOf } from '../../../support/terminal-client.ts';

// Logging in. Sources: RFC 6749, RFC 7636 (PKCE), RFC 8252 (native apps), RFC 8628 (device code), decision 87.

let api: TestApi;
let client: ReturnType<typeof createTerminalClient>;
let user: User;
let workspace: Workspace;
let browser: Credentials;

beforeAll(async () => {
  api = await startApi();
  client = createTerminalClient(api);
});
afterAll(() => api.close());
beforeEach(async () => {
  user = await makeUser(api, { nickname: 'Ada' });
  workspace = await makeWorkspace(api, user, { displayName: 'Staging' });
  browser = await logIn(api, user);
});

type Form = Readonly<Record<string, string>>;

const approve = (overrides: object = {}, credentials = browser) => client.approve(credentials, overrides);
const redeem = (code: string, verifier: string, overrides?: Form) => client.redeem(code, verifier, overrides);
const refresh = (refreshToken: string, form?: Readonly<Record<string, string>>) => client.refresh(refreshToken, form);
const resourceOf = ({ id }: Pick<Workspace, 'id'>) => `http://localhost:9001/workspaces/${id}`;
const isGone = async (refreshToken: string) => (await refresh(refreshToken)).status === 400;
const emailsTo = async ({ id: userId }: User) =>
  (await api.db.accountEmail.findMany({ where: { userId }, orderBy: { id: 'asc' } })).map(({ kind }) => kind);

describe('a login on the machine of the browser', () => {
  it('sends the browser to the client with a code, its state and the issuer, and the code gives tokens once', async () => {
    const { response, verifier } = await approve();
    const { redirectUrl } = TerminalRedirect.parse(response.body);
    const code = codeOf(response);
    const tokens = tokensOf(await redeem(code, verifier));
    const { origin, pathname, searchParams } = new URL(redirectUrl);
    expect([origin, pathname, searchParams.get('state'), searchParams.get('iss')]).toEqual([
      'http://127.0.0.1:49152',
      '/callback',
      'state-of-client',
      'http://localhost:9001',
    ]);
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3_600, scope: 'account:read' });
    expect(await emailsTo(user)).toEqual(['terminalLogin']);
    // A second use of a code means that it was copied: its login ends, too.
    expectOAuthError(await redeem(code, verifier), 400, 'invalid_grant');
    expect(await isGone(tokens.refresh_token)).toBe(true);
  });

  it.each<[string, Form]>([
    ['another verifier', { code_verifier: createSecret() }],
    ['another redirect URI', { redirect_uri: 'http://127.0.0.1:49153/callback' }],
  ])('gives nothing for %s, and the code is used up', async (_what, overrides) => {
    const { response, verifier } = await approve();
    const code = codeOf(response);
    expectOAuthError(await redeem(code, verifier, overrides), 400, 'invalid_grant');
    expectOAuthError(await redeem(code, verifier), 400, 'invalid_grant');
  });

  it('gives nothing a minute later', async () => {
    const { response, verifier } = await approve();
    const code = codeOf(response);
    await api.services.pool.query(`UPDATE terminal_requests SET created_at = created_at - interval '61 seconds'`);
    expectOAuthError(await redeem(code, verifier), 400, 'invalid_grant');
  });

  it('gives nothing after the session that approved it has ended', async () => {
    const { response, verifier } = await approve();
    const code = codeOf(response);
    await api.send('GET', '/auth/logout', browser).redirects(0);
    expectOAuthError(await redeem(code, verifier), 400, 'invalid_grant');
  });

  it('gives nothing after the person has ended all other sessions', async () => {
    const { response, verifier } = await approve();
    await api.send('DELETE', `/users/${user.id}/sessions`, browser).send({});
    expectOAuthError(await redeem(codeOf(response), verifier), 400, 'invalid_grant');
  });

  it('of two requests with a code at once gives both nothing that lasts', async () => {
    const { response, verifier } = await approve();
    const answers = await Promise.all([1, 2].map(() => redeem(codeOf(response), verifier)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await api.db.session.count({ where: { userId: user.id, isTerminal: true } })).toBe(0);
    expect(await emailsTo(user)).toEqual(['terminalLogin', 'terminalLoginCopied']);
  });

  it.each([
    'https://evil.example.com/callback',
    'http://localhost:49152/callback',
    'http://127.0.0.1.evil.example.com:1/callback',
    'http://127.0.0.1:1@evil.example.com/callback',
    'http://127.0.0.1:49152/callback?code=x',
    'http://127.0.0.1:49152/callback#fragment',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:49152/elsewhere',
    'http://192.168.0.7:49152/callback',
    'javascript:alert(1)',
    'portal-cli://callback',
  ])('is never sent to %s', async (foreign) => {
    const { response } = await approve({ redirectUri: foreign });
    expect([response.status, (response.body as { error: { type: string } }).error.type]).toEqual([400, 'InvalidInput']);
  });

  it('needs a known client, existing scopes and own workspaces', async () => {
    const other = await makeWorkspace(api, await makeUser(api));
    for (const overrides of [{ clientId: 'other' }, { scopes: ['everything'] }, { workspaceIds: [other.id] }])
      expect((await approve(overrides)).response.status).toBe(400);
  });
});

async function startDevice(form: Form = {}) {
  const response = await client.post('/oauth/device_authorization', { client_host: 'build-server', ...form });
  expect(response.status).toBe(200);
  return DeviceCode.parse(response.body);
}
const poll = (deviceCode: string) =>
  client.requestToken({ grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: deviceCode });
const find = (userCode: string, credentials = browser) =>
  api.send('POST', '/device-logins/find', credentials).send({ userCode });
const approveDevice = (userCode: string, overrides: object = {}, credentials = browser) =>
  api
    .send('POST', '/device-logins/approve', credentials)
    .send({ userCode, scopes: readScopes, workspaceIds: null, ...overrides });
const waitedFor = (seconds: number, { user_code: code }: Pick<DeviceCodeBody, 'user_code'>) =>
  api.services.pool.query(
    `UPDATE terminal_requests SET polled_at = polled_at - make_interval(secs => $1), expires_at = expires_at - make_interval(secs => $1)
     WHERE user_code_hash = $2`,
    [seconds, createHash('sha256').update(code.replace('-', '')).digest('base64url')],
  );
type DeviceCodeBody = ReturnType<typeof DeviceCode.parse>;

describe('a login of a device', () => {
  it('waits until the person who typed its code has approved it, and gets tokens once', async () => {
    const device = await startDevice();
    expect(device).toMatchObject({ verification_uri: 'http://localhost:9000/device', expires_in: 600, interval: 5 });
    expect(device.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(Object.keys(device)).not.toContain('verification_uri_complete');
    expectOAuthError(await poll(device.device_code), 400, 'authorization_pending');
    const found = DeviceRequest.parse((await find(device.user_code.toLowerCase().replace('-', ' '))).body);
    expect(found).toMatchObject({ client: 'Portal CLI', host: 'build-server', scopes: [...readScopes, 'audit:read'] });
    expect((await approveDevice(device.user_code)).status).toBe(200);
    const tokens = tokensOf(await poll(device.device_code));
    // A device that lost the response gets the same refresh token for half a minute.
    expect(tokensOf(await poll(device.device_code)).refresh_token).toBe(tokens.refresh_token);
    tokensOf(await refresh(tokens.refresh_token));
    expectOAuthError(await poll(device.device_code), 400, 'invalid_grant');
    // The code is used up, for the person, too.
    expect((await find(device.user_code)).status).toBe(404);
    expect(await emailsTo(user)).toEqual(['terminalLogin']);
  });

  it('learns that it was refused, and waits longer if it asks too fast', async () => {
    const device = await startDevice();
    expectOAuthError(await poll(device.device_code), 400, 'authorization_pending');
    expectOAuthError(await poll(device.device_code), 400, 'slow_down');
    await waitedFor(6, device);
    expectOAuthError(await poll(device.device_code), 400, 'slow_down');
    await waitedFor(16, device);
    expectOAuthError(await poll(device.device_code), 400, 'authorization_pending');
    await api.send('POST', '/device-logins/deny', browser).send({ userCode: device.user_code });
    expectOAuthError(await poll(device.device_code), 400, 'access_denied');
    expect((await approveDevice(device.user_code)).status).toBe(404);
  });

  it('ends after ten minutes', async () => {
    const device = await startDevice();
    await waitedFor(601, device);
    expect((await approveDevice(device.user_code)).status).toBe(404);
    expectOAuthError(await poll(device.device_code), 400, 'expired_token');
  });

  it('gets no more than it asked for, and less if the person chooses less', async () => {
    const device = await startDevice({ scope: 'members:read members:write' });
    expect((await approveDevice(device.user_code, { scopes: ['audit:read'] })).status).toBe(400);
    await approveDevice(device.user_code, { scopes: ['members:read'] });
    const { refresh_token: token } = tokensOf(await poll(device.device_code));
    expect(tokensOf(await refresh(token, { resource: resourceOf(workspace) })).scope).toBe('members:read');
  });

  it('is redeemed by one of twenty requests at once', async () => {
    const device = await startDevice();
    await approveDevice(device.user_code);
    const answers = await Promise.all(Array.from({ length: 20 }, () => poll(device.device_code)));
    const tokens = new Set(
      answers.flatMap(({ status, body }) => (status === 200 ? [TokenResponse.parse(body).refresh_token] : [])),
    );
    expect(tokens.size).toBe(1);
    expect(await api.db.session.count({ where: { userId: user.id, isTerminal: true } })).toBe(1);
    expect(await emailsTo(user)).toEqual(['terminalLogin']);
  });

  it('cannot be guessed: after five wrong codes, the right one is rejected for ten minutes, too', async () => {
    const { DATABASE_URL, SIGNING_KEYS_DIR } = api.services.settings;
    const limited = await startApi({ RATE_LIMIT_MULTIPLIER: '1', DATABASE_URL, SIGNING_KEYS_DIR });
    const tryCode = (userCode: string, credentials = browser) =>
      limited.send('POST', '/device-logins/find', credentials).send({ userCode });
    // What other tests guessed from this address.
    await api.services.pool.query('DELETE FROM rate_limits');
    const device = await startDevice();
    const wrong = ['BBBBBBBB', 'CCCCCCCC', 'DDDDDDDD', 'FFFFFFFF', 'GGGGGGGG'];
    expect((await tryCode(device.user_code)).status).toBe(200);
    const statuses = await Promise.all(wrong.map(async (code) => (await tryCode(code)).status));
    expect(statuses).toEqual([404, 404, 404, 404, 404]);
    const blocked = await tryCode(device.user_code);
    expect([blocked.status, Number(blocked.headers['retry-after']) > 500]).toEqual([429, true]);
    await limited.close();
  });

  it('is limited by user first: 60 wrong codes of one program block no other user behind its address', async () => {
    const { DATABASE_URL, SIGNING_KEYS_DIR } = api.services.settings;
    const limited = await startApi({ RATE_LIMIT_MULTIPLIER: '1', DATABASE_URL, SIGNING_KEYS_DIR });
    const tryCode = (userCode: string, credentials: Credentials) =>
      limited.send('POST', '/device-logins/find', credentials).send({ userCode });
    await api.services.pool.query('DELETE FROM rate_limits');
    const device = await startDevice();
    const other = await logIn(api, await makeUser(api));
    for (const status of Array.from({ length: 60 }, (_, index) => (index < 5 ? 404 : 429)))
      expect((await tryCode('BBBBBBBB', browser)).status).toBe(status);
    expect((await tryCode(device.user_code, other)).status).toBe(200);
    // Ten users who guess are one too many.
    for (const guesser of await Promise.all(Array.from({ length: 9 }, async () => logIn(api, await makeUser(api)))))
      await Promise.all(Array.from({ length: 5 }, () => tryCode('BBBBBBBB', guesser)));
    expect((await tryCode(device.user_code, other)).status).toBe(429);
    await limited.close();
  });
});

describe('who may approve', () => {
  it.each(['/device-logins/find', '/device-logins/approve', '/device-logins/deny', '/terminal-logins'])(
    'no unauthenticated caller: %s',
    async (path) => expect((await api.send('POST', path).send({})).status).toBe(401),
  );

  it('a person with a recent login, and not with a staff session', async () => {
    const old = await logIn(api, user, new Date(Date.now() - 24 * 3_600_000));
    const staff = await makeStaff(api);
    const device = await startDevice();
    const types = [
      (await approve({}, old)).response,
      await approveDevice(device.user_code, {}, old),
      (await approve({}, staff.credentials)).response,
      await approveDevice(device.user_code, {}, staff.credentials),
    ].map(({ body }) => (body as { error: { type: string } }).error.type);
    expect(types).toEqual(['FreshLoginRequired', 'FreshLoginRequired', 'NotAllowed', 'NotAllowed']);
  });
});
