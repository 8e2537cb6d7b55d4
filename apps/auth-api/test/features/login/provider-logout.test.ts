import { createServer } from 'node:http';
import { ErrorBody, UserSessions } from '@portal/contract';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import request from 'supertest';
import { ulid } from 'ulid';
import { createApp } from '../../../src/app.ts';
import { completeLogin } from '../../../src/features/login/complete-login.ts';
import type { User } from '../../../src/generated/prisma/client.ts';
import { createLogger } from '../../../src/platform/observability/logger.ts';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import { auditEntriesOf } from '../../support/audit-log.ts';
import { logIn, makeApiToken, makeInstanceToken, makeUser, makeWorkspace, sessionOf } from '../../support/builders.ts';
import { closeServer, listen } from '../../support/listen.ts';

const keys = await generateKeyPair('RS256', { extractable: true });
const otherKeys = await generateKeyPair('RS256');
const ellipticKeys = await generateKeyPair('ES256');
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** An identity provider that only publishes its keys. */
let isProviderDown = false;
const provider = createServer((_req, res) => {
  void exportJWK(keys.publicKey).then((key) => {
    if (isProviderDown) res.writeHead(503).end();
    else res.end(JSON.stringify({ keys: [{ ...key, kid: 'one', alg: 'RS256', use: 'sig' }] }));
  });
});

let api: TestApi;
let environment: Record<string, string>;
beforeAll(async () => {
  environment = { AUTH0_URL: `http://127.0.0.1:${await listen(provider)}`, BACK_CHANNEL_LOGOUT_NETWORKS: 'all' };
  api = await startApi(environment);
});
afterAll(async () => {
  await api.close();
  provider.closeAllConnections();
  await closeServer(provider);
});

const nowSeconds = () => Math.floor(Date.now() / 1_000);

interface TokenOptions {
  readonly header?: object;
  readonly key?: Parameters<SignJWT['sign']>[0];
}

function makeToken(claims: object, { header = {}, key = keys.privateKey }: TokenOptions = {}): Promise<string> {
  const defaults = {
    iss: api.services.settings.AUTH0_ISSUER,
    aud: 'client',
    iat: nowSeconds(),
    exp: nowSeconds() + 120,
    jti: ulid(),
    events: { [logoutEvent]: {} },
  };
  return new SignJWT({ ...defaults, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'one', typ: 'logout+jwt', ...header })
    .sign(key);
}

const post = (token: string, to = api) =>
  to.send('POST', '/auth/back-channel-logout').type('form').send({ logout_token: token });

const isLoggedIn = async (credentials: Credentials) => (await api.send('GET', '/whoami', credentials)).status === 200;

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** A session of the provider's session `sid`; null for one whose ID token named none. */
const logInAs = (user: User, sid: string | null, loggedInAt = minutesAgo(5)) =>
  logIn(api, user, loggedInAt, undefined, sid);

/** A user with three sessions: of two sessions at the provider, and one whose ID token named none. */
async function makeSessions() {
  const user = await makeUser(api);
  const [here, there] = [ulid(), ulid()];
  const sessions = {
    here: await logInAs(user, here),
    there: await logInAs(user, there),
    unnamed: await logInAs(user, null),
  };
  const remaining = async () => {
    const names: string[] = [];
    for (const [name, credentials] of Object.entries(sessions)) if (await isLoggedIn(credentials)) names.push(name);
    return names;
  };
  const { auth0Id } = user;
  return { user, sub: auth0Id ?? '', here, there, sessions, remaining };
}

describe('a logout token of the identity provider', () => {
  it('with a session ends the sessions of that session', async () => {
    const { here, remaining } = await makeSessions();
    const response = await post(await makeToken({ sid: here }));
    expect([response.status, response.body, response.headers['cache-control']]).toEqual([200, {}, 'no-store']);
    expect(await remaining()).toEqual(['there', 'unnamed']);
  });

  it('leaves the API tokens of the ended sessions, such as after a new password, for the user to review', async () => {
    const { user, here, sessions } = await makeSessions();
    const workspace = await makeWorkspace(api, user);
    for (const [name, credentials] of Object.entries(sessions))
      await makeApiToken(api, workspace, user, { name, sessionId: (await sessionOf(api, credentials)).id });
    await post(await makeToken({ sub: user.auth0Id, sid: here })).expect(200);
    const response = await api.send('GET', `/users/${user.id}/sessions`, sessions.there);
    // The session whose ID token named none ends with any session of the user.
    const names = UserSessions.parse(response.body).tokensToReview.tokens.map(({ name }) => name);
    expect(names).toEqual(['unnamed', 'here']);
  });

  it('with an identity ends all its sessions, and no login from before it starts one', async () => {
    const { user, sub, remaining } = await makeSessions();
    const other = await logInAs(await makeUser(api), ulid());
    await post(await makeToken({ sub })).expect(200);
    expect(await remaining()).toEqual([]);
    expect(await isLoggedIn(other)).toBe(true);
    const attempt = { nonce: '', codeVerifier: '', reauthenticatedSince: null, userId: null };
    const login = (authTime: number) =>
      completeLogin(
        { sub, email: user.email, email_verified: true, amr: [], auth_time: authTime, sid: undefined },
        { attempt, previousSecret: null, deviceSecret: ulid(), request: { id: ulid(), ip: null, userAgent: null } },
        api.services,
      );
    await expect(login(nowSeconds() - 60)).rejects.toMatchObject({ type: 'LoginNotFinished' });
    await expect(login(nowSeconds() + 2)).resolves.toMatchObject({ isFirstLogin: false });
  });

  it('with both ends the sessions of that session, and those whose ID token named none', async () => {
    const { user, sub, here, remaining } = await makeSessions();
    await post(await makeToken({ sub, sid: here })).expect(200);
    expect(await remaining()).toEqual(['there']);
    expect((await api.db.user.findUniqueOrThrow({ where: { id: user.id } })).sessionsEndedAt).toBeNull();
  });

  it('with the session of an unknown identity ends nothing', async () => {
    const { here, remaining } = await makeSessions();
    await post(await makeToken({ sub: 'auth0|unknown', sid: here })).expect(200);
    expect(await remaining()).toEqual(['here', 'there', 'unnamed']);
  });

  it('with a session of several users, who took turns in one browser, is audited for each', async () => {
    const sid = ulid();
    const users = [await makeUser(api), await makeUser(api)];
    const sessionIds = new Map<string, string>();
    for (const user of users) sessionIds.set(user.id, (await sessionOf(api, await logInAs(user, sid))).id);
    const entries = await auditEntriesOf(api, async () => {
      await post(await makeToken({ sid })).expect(200);
    });
    expect(new Map(entries.map(({ actorUserId, details }) => [actorUserId, details]))).toEqual(
      new Map(users.map(({ id }) => [id, { scope: 'session', sessionIds: [sessionIds.get(id)], instanceTokens: 0 }])),
    );
  });

  it('ends a session that started in the second in which it was issued', async () => {
    const { user, sub } = await makeSessions();
    const iat = nowSeconds() - 60;
    const sameSecond = await logInAs(user, ulid(), new Date(iat * 1_000 + 500));
    await post(await makeToken({ sub, iat })).expect(200);
    expect(await isLoggedIn(sameSecond)).toBe(false);
  });

  it('with the session of another identity ends nothing', async () => {
    const { here, remaining } = await makeSessions();
    const other = await makeUser(api);
    await post(await makeToken({ sub: other.auth0Id, sid: here })).expect(200);
    expect(await remaining()).toEqual(['here', 'there', 'unnamed']);
  });

  it.each([
    ['the identity', ({ sub }: { sub: string; here: string }) => ({ sub })],
    ['the session', ({ here }: { sub: string; here: string }) => ({ sid: here })],
  ])('that names %s does not end a session of a later login, so it may arrive late and twice', async (_, claimsOf) => {
    const made = await makeSessions();
    const token = await makeToken({ ...claimsOf(made), iat: nowSeconds() - 120 });
    await post(token).expect(200);
    const later = await logInAs(made.user, made.here, minutesAgo(1));
    await post(token).expect(200);
    expect(await isLoggedIn(later)).toBe(true);
  });

  it('ends a session that a remembered login started after it was issued', async () => {
    const { user, sub } = await makeSessions();
    const token = await makeToken({ sub, iat: nowSeconds() - 60 });
    const late = await logInAs(user, ulid(), minutesAgo(3));
    await post(token).expect(200);
    expect(await isLoggedIn(late)).toBe(false);
  });

  it('never makes an earlier end of sessions later', async () => {
    const { user, sub } = await makeSessions();
    const sessionsEndedAt = new Date();
    await api.db.user.update({ where: { id: user.id }, data: { sessionsEndedAt } });
    await post(await makeToken({ sub, iat: nowSeconds() - 120 })).expect(200);
    expect((await api.db.user.findUniqueOrThrow({ where: { id: user.id } })).sessionsEndedAt).toEqual(sessionsEndedAt);
  });

  it.each(['sub', 'sid'])('with an unknown %s is accepted and changes nothing', async (claim) => {
    const entries = await auditEntriesOf(api, async () => {
      await post(await makeToken({ [claim]: 'auth0|unknown' })).expect(200);
    });
    expect(entries).toEqual([]);
  });

  it('is accepted after many invalid ones from the same address, which count alone', async () => {
    // The limit is one request.
    const limited = await startApi({
      ...environment,
      DATABASE_URL: api.services.settings.DATABASE_URL,
      RATE_LIMIT_MULTIPLIER: '0.0001',
    });
    const { sub, remaining } = await makeSessions();
    for (const status of [400, 429, 429]) expect((await post('invalid', limited)).status).toBe(status);
    for (let times = 0; times < 3; times++) expect((await post(await makeToken({ sub }), limited)).status).toBe(200);
    expect((await post('invalid', limited)).status).toBe(429);
    expect(await remaining()).toEqual([]);
    await limited.close();
  });

  it('ends the instance tokens, notifies the instances and is audited once', async () => {
    const { user, sub, sessions } = await makeSessions();
    const workspace = await makeWorkspace(api, user, { instanceEnvType: 'LOCAL', instanceUrl: 'http://localhost:1' });
    const token = await makeInstanceToken(api, workspace, user, sessions.here);
    const { id: sessionId } = await sessionOf(api, sessions.here);
    const logoutToken = await makeToken({ sub });
    const entries = await auditEntriesOf(api, async () => {
      await post(logoutToken).expect(200);
      await post(logoutToken).expect(200);
    });
    expect((await api.send('GET', '/auth-reconnect', token)).status).toBe(401);
    const { rows } = await api.services.pool.query(
      `SELECT payload->'workspaceIds' AS ids FROM graphile_worker._private_jobs WHERE payload->>'sessionId' = $1`,
      [sessionId],
    );
    expect(rows).toEqual([{ ids: [workspace.id] }]);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      action: 'backChannelLogout',
      actorUserId: user.id,
      credential: 'provider',
      details: { scope: 'all', instanceTokens: 1 },
    });
    expect((entries[0]?.details as { sessionIds: string[] } | undefined)?.sessionIds).toHaveLength(3);
    expect(await api.db.accountEmail.count({ where: { userId: user.id } })).toBe(0);
  });
});

describe('a logout token is rejected', () => {
  // Jest would pass its callback as a missing third argument.
  const cases: [string, object, TokenOptions?][] = [
    ['of another issuer', { iss: 'https://evil.example/' }],
    ['for another application', { aud: 'another' }],
    ['signed with another key', {}, { key: otherKeys.privateKey }],
    ['signed with another algorithm', {}, { header: { alg: 'ES256' }, key: ellipticKeys.privateKey }],
    ['of an unknown key', {}, { header: { kid: 'two' } }],
    ['that is too old', { iat: nowSeconds() - 700, exp: undefined }],
    ['that has expired', { exp: nowSeconds() - 100 }],
    ['of the future', { iat: nowSeconds() + 120 }],
    ['without a time', { iat: undefined }],
    ['without an id', { jti: undefined }],
    ['with a nonce, as an ID token has one', { nonce: 'x' }],
    ['with the type of an access token', {}, { header: { typ: 'at+jwt' } }],
    ['without events', { events: undefined }],
    ['with another event', { events: { 'https://example.com/event': {} } }],
    ['with an event that is no object', { events: { [logoutEvent]: true } }],
    ['without an identity and a session', { sub: undefined }],
    ['with an identity that cannot be stored', { sub: 'auth0|\0' }],
  ];

  it.each(cases.map(([name, claims, options = {}]) => [name, claims, options] as const))(
    '%s',
    async (_, claims, options) => {
      const { sub, remaining } = await makeSessions();
      const response = await post(await makeToken({ sub, ...claims }, options));
      expect([response.status, ErrorBody.parse(response.body).error.type]).toEqual([400, 'InvalidLogoutToken']);
      expect(response.headers['cache-control']).toBe('no-store');
      expect(await remaining()).toEqual(['here', 'there', 'unnamed']);
    },
  );

  it.each([
    ['without a type', { typ: undefined }],
    ['with the general type', { typ: 'JWT' }],
  ])('but not %s', async (_, header) => {
    const { sub, remaining } = await makeSessions();
    await post(await makeToken({ sub }, { header })).expect(200);
    expect(await remaining()).toEqual([]);
  });

  it('that is no token, is missing, or is not in a form', async () => {
    const { sub } = await makeSessions();
    const token = await makeToken({ sub });
    const requests = [
      post('nonsense'),
      api.send('POST', '/auth/back-channel-logout'),
      api.send('POST', '/auth/back-channel-logout').send({ logout_token: token }),
      api.send('POST', `/auth/back-channel-logout?logout_token=${token}`),
    ];
    for (const request of requests) expect((await request).status).toBe(400);
  });
});

describe('the log line of a rejected logout token', () => {
  it.each<[string, string, string, object, TokenOptions]>([
    [
      'a forged signature',
      'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
      'signature verification failed',
      {},
      { key: otherKeys.privateKey },
    ],
    ['a missing id', 'ERR_JWT_CLAIM_VALIDATION_FAILED', 'a claim is missing or malformed', { jti: undefined }, {}],
    ['its type', 'ERR_JWT_CLAIM_VALIDATION_FAILED', 'the type is not logout+jwt', {}, { header: { typ: 'at+jwt' } }],
  ])('has the reason: %s', async (_what, code, reason, claims, options) => {
    const lines: string[] = [];
    const log = createLogger('info', { write: (line: string) => void lines.push(line) });
    const app = createApp({ ...api.services, log });
    const token = await makeToken({ sub: 'auth0|1', ...claims }, options);
    await request(app).post('/auth/back-channel-logout').type('form').send({ logout_token: token }).expect(400);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toContainEqual(
      expect.objectContaining({ body: 'logout token rejected', code, reason }),
    );
  });
});

describe('the endpoint for logout tokens', () => {
  it('ignores cookies and the origin of a browser', async () => {
    const { sub, sessions, remaining } = await makeSessions();
    const forged = api.send('POST', '/auth/back-channel-logout', sessions.here).set('Origin', 'https://evil.example');
    expect((await forged.type('form').send({ logout_token: 'x' })).status).toBe(400);
    expect(await remaining()).toEqual(['here', 'there', 'unnamed']);
    const genuine = api.send('POST', '/auth/back-channel-logout', sessions.here).set('Origin', 'https://evil.example');
    expect((await genuine.type('form').send({ logout_token: await makeToken({ sub }) })).status).toBe(200);
  });

  it('returns 503, so that the provider tries again, while its keys cannot be fetched', async () => {
    const restarted = await startApi(environment);
    isProviderDown = true;
    try {
      const response = await post(await makeToken({ sub: 'auth0|1' }), restarted);
      const { type } = ErrorBody.parse(response.body).error;
      expect([response.status, type, response.headers['retry-after']]).toEqual([
        503,
        'IdentityProviderUnavailable',
        '30',
      ]);
    } finally {
      isProviderDown = false;
      await restarted.close();
    }
  });

  it('is rate limited by address', async () => {
    const limited = await startApi({ ...environment, RATE_LIMIT_MULTIPLIER: '0.001' });
    try {
      expect((await post('nonsense', limited)).status).toBe(400);
      expect((await post('nonsense', limited)).status).toBe(429);
    } finally {
      await limited.close();
    }
  });

  it('counts accepted and rejected tokens', async () => {
    const samples = async () =>
      (await api.services.metrics.read()).split('\n').filter((line) => line.startsWith('portal_logout_tokens_total{'));
    const counts = async () => (await samples()).map((line) => Number(line.split(' ')[1]));
    const [accepted = 0, rejected = 0] = await counts();
    await post(await makeToken({ sub: 'auth0|unknown' }));
    await post('nonsense');
    expect(await counts()).toEqual([accepted + 1, rejected + 1]);
  });
});
