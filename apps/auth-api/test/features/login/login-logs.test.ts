import request from 'supertest';
import { createApp } from '../../../src/app.ts';
import { completeLogin } from '../../../src/features/login/complete-login.ts';
import { createLogger } from '../../../src/platform/observability/logger.ts';
import { startApi, type TestApi } from '../../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

interface LogLine {
  readonly body: string;
}

/** A log and its lines. */
function recordLog() {
  const lines: LogLine[] = [];
  const log = createLogger('info', { write: (line: string) => void lines.push(JSON.parse(line) as LogLine) });
  return { log, linesWith: (body: string) => lines.filter((line) => line.body === body) };
}

describe('a login that is not completed', () => {
  it.each([
    ['?error=access_denied&state=unknown', { providerError: 'access_denied', knownAttempt: false }],
    ['?error=forged%0Aline&state=unknown', { providerError: 'other', knownAttempt: false }],
    ['?code=abc', { knownAttempt: false }],
  ])('is logged with the reason, after %s', async (query, fields) => {
    const { log, linesWith } = recordLog();
    await request(createApp({ ...api.services, log }))
      .get(`/auth/login-callback${query}`)
      .redirects(0);
    expect(linesWith('login not completed')).toMatchObject([fields]);
  });

  it('because the provider refuses it is logged with its code and reason', async () => {
    const { log, linesWith } = recordLog();
    const browser = request.agent(createApp({ ...api.services, log })).set('Referer', 'http://localhost:9000/');
    const start = await browser.get('/auth/login').redirects(0);
    const state = new URL(start.headers['location'] ?? '').searchParams.get('state') ?? '';
    await browser
      .get(`/auth/login-callback?error=unauthorized&error_description=user%20is%20blocked&state=${state}`)
      .redirects(0);
    expect(linesWith('login not completed')).toMatchObject([
      { providerError: 'unauthorized', providerReason: 'user is blocked', knownAttempt: true },
    ]);
  });

  it('because of an error is logged with the address of the client', async () => {
    const { log, linesWith } = recordLog();
    await request(createApp({ ...api.services, log }))
      .get('/auth/login-callback?code=abc')
      .redirects(0);
    expect(linesWith('login failed')).toMatchObject([
      { 'error.type': 'LoginNotFinished', 'client.address': expect.stringContaining('127.0.0.1') as string },
    ]);
  });
});

describe('a completed login', () => {
  const staff = { sub: 'waad|1', email: 'staff@systeminit.com', email_verified: true, amr: ['mfa'], sid: undefined };
  const attempt = { nonce: '', codeVerifier: '', reauthenticatedSince: null, userId: null };
  const client = { id: 'a-request', ip: null, userAgent: null };
  const logIn = (claims: Parameters<typeof completeLogin>[0], log = api.services.log) =>
    completeLogin(
      claims,
      { attempt, previousSecret: null, deviceSecret: 'a-device', request: client },
      { ...api.services, log },
    );

  it.each([
    ['a connection of the company', { ...staff, sub: 'auth0|1' }, [{ missing: 'connection' }]],
    ['a second factor', { ...staff, amr: ['pwd'] }, [{ missing: 'mfa' }]],
    ['nothing', staff, []],
    ['an address of staff', { ...staff, sub: 'auth0|2', email: 'ada@example.com' }, []],
  ])('with an address of staff that lacks %s is logged with what is missing', async (_what, claims, expected) => {
    const { log, linesWith } = recordLog();
    await logIn(claims, log);
    const { id: userId } = await api.db.user.findUniqueOrThrow({ where: { auth0Id: claims.sub } });
    expect(linesWith('login with an email address of STAFF_EMAIL_DOMAIN does not have staff rights')).toMatchObject(
      expected.map((fields) => ({ ...fields, 'user.id': userId, 'si.request.id': client.id })),
    );
  });

  it.each(['of-the-provider', undefined])('stores the provider’s session %j', async (sid) => {
    const sub = `github|${sid ?? 'none'}`;
    await logIn({ ...staff, sub, email: `${sub.slice(7)}@example.com`, sid });
    const session = await api.db.session.findFirstOrThrow({ where: { user: { auth0Id: sub } } });
    expect(session.providerSessionId).toBe(sid ?? null);
  });
});
