import { startApi, type TestApi } from '../../support/api.ts';
import { startFakeIdentityProvider, type FakeIdentityProvider } from '../../support/fake-identity-provider.ts';
import { withinTimeLimit } from '../../support/time-limit.ts';

describe('a provider that never responds', () => {
  const timeoutMs = 600;
  let provider: FakeIdentityProvider;
  let api: TestApi;
  beforeEach(async () => {
    provider = await startFakeIdentityProvider();
    api = await startApi({ AUTH0_URL: provider.url, AUTH0_TIMEOUT_MS: String(timeoutMs) });
  });
  afterEach(async () => {
    await api.close();
    await provider.close();
  });

  /** The limit is far below the default timeout. */
  const whileSilent = (silentPath: string, work: () => Promise<unknown>) => {
    provider.onRequest = (path) => (path === silentPath ? new Promise(() => undefined) : Promise.resolve());
    return withinTimeLimit(timeoutMs + 1_500, work);
  };

  async function logIn(): Promise<number> {
    const start = await api.send('GET', '/auth/login').redirects(0);
    const cookie = String(start.headers['set-cookie']?.[0]).split(';')[0] ?? '';
    const state = new URL(start.headers.location ?? '').searchParams.get('state') ?? '';
    return (await api.send('GET', `/auth/login-callback?code=abc&state=${state}`, { cookie }).redirects(0)).status;
  }

  it.each(['/oauth/token', '/.well-known/jwks.json'])(
    'at %s delays a login no longer than AUTH0_TIMEOUT_MS',
    async (path) => expect(await whileSilent(path, logIn)).toBe(503),
  );

  it.each(['/oauth/token', '/api/v2/users/auth0|1'])(
    'at %s delays a profile refresh no longer than AUTH0_TIMEOUT_MS',
    async (path) => {
      const getIdentity = () => api.services.identityProvider.getIdentity('auth0|1').catch(String);
      expect(await whileSilent(path, getIdentity)).toContain('IdentityProviderUnavailable');
    },
  );
});
