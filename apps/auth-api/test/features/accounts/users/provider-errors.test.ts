import { ErrorBody } from '@portal/contract';
import { ulid } from 'ulid';
import type { User } from '../../../../src/generated/prisma/client.ts';
import { startApi, type Credentials, type TestApi } from '../../../support/api.ts';
import { logIn, makeUser } from '../../../support/builders.ts';
import { startFakeIdentityProvider } from '../../../support/fake-identity-provider.ts';
import { startLocalIdentityProvider, type LocalIdentityProvider } from '../../../support/local-identity-provider.ts';

let provider: LocalIdentityProvider;
let api: TestApi;
beforeAll(async () => {
  provider = await startLocalIdentityProvider('http://localhost:9001');
  api = await startApi({
    AUTH0_URL: provider.url,
    AUTH0_MANAGEMENT_CLIENT_ID: 'client',
    AUTH0_MANAGEMENT_CLIENT_SECRET: 'secret',
    AUTH0_MANAGEMENT_AUDIENCE: `${provider.url}/api/v2/`,
  });
});
afterAll(async () => {
  await api.close();
  await provider.stop();
});
afterEach(() => provider.setScenario('normal'));

/** The account of `member@example.com` in the emulator. */
const memberId = 'auth0|5f1d3c0a9b7e4d2c8a6f0001';

async function makeMember(overrides: Partial<User> = {}) {
  // Each test has a user of its own for the account of the emulator.
  await api.db.user.updateMany({ where: { auth0Id: memberId }, data: { auth0Id: `auth0|${ulid()}` } });
  const user = await makeUser(api, { auth0Id: memberId, emailVerified: false, ...overrides });
  const credentials = await logIn(api, user);
  const post = async (path: string, as: Credentials = credentials) => {
    const response = await api.send('POST', `/users/${user.id}/${path}`, as);
    return { status: response.status, headers: response.headers, body: response.body as unknown };
  };
  return { user, credentials, post };
}
const errorOf = ({ body }: { body: unknown }) => ErrorBody.parse(body).error;

// The error body and the headers: https://auth0.com/docs/troubleshoot/customer-support/operational-policies/rate-limit-policy
describe('an attempt to resend the verification email', () => {
  it('that fails before the email is requested does not use up the limit, up to 20 times an hour', async () => {
    const fake = await startFakeIdentityProvider();
    const limited = await startApi({ AUTH0_URL: fake.url, RATE_LIMIT_MULTIPLIER: '1' });
    try {
      const user = await makeUser(limited, { emailVerified: false });
      const credentials = await logIn(limited, user);
      const resend = async () =>
        (await limited.send('POST', `/users/${user.id}/resend-email-verification`, credentials)).status;
      const repeat = async (times: number) => {
        const statuses: number[] = [];
        for (let count = 0; count < times; count++) statuses.push(await resend());
        return statuses;
      };
      // Not retried, so that the test is fast.
      fake.failure = { status: 403, body: '{}' };
      expect(await repeat(20)).toEqual(Array<number>(20).fill(500));
      fake.failure = null;
      expect(await repeat(2)).toEqual([200, 200]);
      fake.failure = { status: 403, body: '{}' };
      expect(await repeat(2)).toEqual([500, 429]);
      expect(fake.verificationEmailsTo).toHaveLength(2);
    } finally {
      await limited.close();
      await fake.close();
    }
  });
});

describe('a profile refresh', () => {
  it('that Auth0 rejects as a bad request has its reason', async () => {
    const { post } = await makeMember();
    await provider.setScenario('management_bad_request');
    const response = await post('refresh-auth0-profile');
    expect([response.status, errorOf(response)]).toEqual([
      409,
      {
        type: 'IdentityProviderRefused',
        message:
          'The login service refused this request: “The operation is not supported for the connection of this user.”',
      },
    ]);
  });

  it('that Auth0 does not permit us does not say that a retry helps', async () => {
    const { post } = await makeMember();
    await provider.setScenario('management_forbidden');
    const response = await post('refresh-auth0-profile');
    expect([response.status, errorOf(response).type]).toEqual([500, 'IdentityProviderMisconfigured']);
    expect(errorOf(response).message).toContain('contact support');
  });

  it('beyond the limit of Auth0 passes on when to try again', async () => {
    const { post } = await makeMember();
    await provider.setScenario('management_rate_limited', { retryAfter: 40 });
    const response = await post('refresh-auth0-profile');
    expect([response.status, errorOf(response)]).toEqual([
      503,
      {
        type: 'IdentityProviderUnavailable',
        message: 'The login service is busy right now. Try again in a minute.',
      },
    ]);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(35);
  });

  it('waits for a limit that ends soon', async () => {
    const { post } = await makeMember();
    await provider.setScenario('management_rate_limited', { retryAfter: 1 });
    const refreshed = post('refresh-auth0-profile');
    setTimeout(() => void provider.setScenario('normal'), 300);
    expect((await refreshed).status).toBe(200);
  });

  it('of an identity that is gone ends all sessions of the user and says so', async () => {
    const { user, credentials, post } = await makeMember();
    const elsewhere = await logIn(api, user);
    await provider.setScenario('management_user_missing');
    const response = await post('refresh-auth0-profile');
    expect([response.status, errorOf(response).type]).toEqual([401, 'IdentityDeleted']);
    expect(errorOf(response).message).toContain('no longer exists at the login service, so your session has ended');
    for (const ended of [credentials, elsewhere]) expect((await api.send('GET', '/whoami', ended)).status).toBe(401);
    expect(await api.db.auditEntry.findMany({ where: { actorUserId: user.id } })).toMatchObject([
      { action: 'refreshAuth0Profile', details: { identityDeleted: true } },
    ]);
  });
});

describe('a resent verification email', () => {
  // The parameter `identity`: https://auth0.com/docs/api/management/v2/jobs/send-an-email-address-verification-email
  it('names the identity of a social connection', async () => {
    const requests: object[] = [];
    const fake = await startFakeIdentityProvider();
    fake.onVerificationEmail = (body) => void requests.push(body);
    const otherApi = await startApi({ AUTH0_URL: fake.url, DATABASE_URL: api.services.settings.DATABASE_URL });
    await otherApi.services.identityProvider.sendVerificationEmail('github|77');
    await otherApi.services.identityProvider.sendVerificationEmail('auth0|78');
    await otherApi.close();
    await fake.close();
    expect(requests).toEqual([
      { user_id: 'github|77', identity: { provider: 'github', user_id: '77' } },
      { user_id: 'auth0|78' },
    ]);
  });
});

it('a Management API token that Auth0 no longer accepts is replaced', async () => {
  const fake = await startFakeIdentityProvider();
  const otherApi = await startApi({ AUTH0_URL: fake.url, DATABASE_URL: api.services.settings.DATABASE_URL });
  await otherApi.services.identityProvider.getIdentity('auth0|one');
  fake.accessToken = 'another';
  const identity = await otherApi.services.identityProvider.getIdentity('auth0|one');
  await otherApi.close();
  await fake.close();
  expect(identity.email).toBe('one@example.com');
});
