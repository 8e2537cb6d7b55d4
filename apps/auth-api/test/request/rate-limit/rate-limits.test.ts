import { ErrorBody, calls, rateLimitOf, type Call } from '@portal/contract';
import { ulid } from 'ulid';
import { formatDuration } from '../../../src/platform/lib/format-duration.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { logIn, makeUser, makeWorkspace } from '../../support/builders.ts';
import { embeddings } from '../../support/fetch-metadata.ts';
import { startFakeIdentityProvider, type FakeIdentityProvider } from '../../support/fake-identity-provider.ts';

// Three APIs share one database, and so their counters.
let provider: FakeIdentityProvider;
let api: TestApi;
let replica: TestApi;
let behindProxy: TestApi;
beforeAll(async () => {
  provider = await startFakeIdentityProvider();
  const settings = { RATE_LIMIT_MULTIPLIER: '1', AUTH0_URL: provider.url, LOGIN_LIMIT_PER_ADDRESS: '60' };
  api = await startApi(settings);
  const { DATABASE_URL } = api.services.settings;
  replica = await startApi({ ...settings, DATABASE_URL });
  behindProxy = await startApi({ ...settings, DATABASE_URL, TRUSTED_PROXIES: '1' });
});
afterAll(async () => {
  await behindProxy.close();
  await replica.close();
  await api.close();
  await provider.close();
});

async function makeLoggedInUser() {
  const user = await makeUser(api, { emailVerified: true });
  const workspace = await makeWorkspace(api, user);
  return { user, workspace, credentials: await logIn(api, user) };
}

it.each([
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [3_600, '60 minutes'],
])('a delay of %d seconds is shown as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

describe('rate limits', () => {
  it('apply to these calls', () => {
    const limits = Object.entries<Call>(calls).flatMap(([name, { rateLimit: limit }]) =>
      limit
        ? [
            `${name} ${limit.times}/${limit.seconds}s${limit.counts ? ` ${limit.counts}` : ''} per ${limit.per}${
              limit.timesInAllWorkspaces === undefined ? '' : `, ${limit.timesInAllWorkspaces} in all workspaces`
            }`,
          ]
        : [],
    );
    expect(limits).toEqual([
      'login 300/600s per ip',
      'backChannelLogout 1200/60s failures per ip',
      'updateProfile 60/600s per user',
      'refreshAuth0Profile 5/60s per user',
      'resendEmailVerification 3/3600s per user',
      'exportAccount 10/3600s per user',
      'getAccountDeletion 60/600s per credential',
      'requestAccountDeletion 10/3600s per credential',
      'showAccountDeletion 300/600s failures per ip',
      'cancelAccountDeletionByLink 300/600s failures per ip',
      'getLoginSecurity 120/600s per user',
      'requestPasswordChange 3/3600s per user',
      'startSecondFactor 5/3600s per user',
      'createWorkspace 100/3600s per user',
      'updateWorkspace 60/600s per credential',
      'setApprovals 60/600s per member',
      'inviteMember 20/3600s per member, 500 in all workspaces',
      'changeMemberRole 100/3600s per member',
      'inviteMembers 5/3600s per member, 100 in all workspaces',
      'checkInvitationEmails 120/600s per member',
      'resendInvitation 20/3600s per member, 500 in all workspaces',
      'createInvitationLink 60/3600s per member',
      'emailInvitationLink 3/3600s per user',
      'openInvitationLink 60/600s per user',
      'previewInvitationLink 300/600s per ip',
      'intendAcceptance 60/600s per ip',
      'offerOwnership 10/3600s per member',
      'showReassignment 300/600s failures per ip',
      'objectToReassignment 300/600s failures per ip',
      'showInvitationEmails 300/600s failures per ip',
      'stopInvitationEmails 300/600s failures per ip',
      'resumeInvitationEmails 300/600s failures per ip',
      'createAuthToken 20/3600s per member, 500 in all workspaces',
      'rotateAuthToken 300/3600s per member, 500 in all workspaces',
      'testWebhook 60/600s per user',
      'redeliverWebhookEvent 60/600s per user',
      'revokeTokenByHolder 1000/600s failures per ip',
      'introspectToken 1000/600s failures per ip',
      'requestDeviceCode 60/600s per ip',
      'issueToken 3000/600s failures per ip',
      'updateBillingDetails 60/3600s per user',
      'createBillingIntegration 60/3600s per user',
      'restartSubscription 60/3600s per user',
      'goToCheckout 60/3600s per user',
      'returnFromCheckout 60/3600s per user',
      'goToCustomerPortal 60/3600s per user',
      'goToInvoice 60/3600s per user',
      'goToInvoicePayment 60/3600s per user',
      'addBillingContact 60/3600s per user',
      'showBillingContactConfirmation 300/600s failures per ip',
      'confirmBillingContact 300/600s failures per ip',
      'showBillingContactStop 300/600s failures per ip',
      'stopBillingContactEmails 300/600s failures per ip',
      'resumeBillingContactEmails 300/600s failures per ip',
      'goToWorkspace 60/60s per member',
      'exportWorkspaceAuditCsv 60/3600s per member',
      'exportWorkspaceAuditNdjson 60/3600s per member',
    ]);
  });

  it('apply to every call with which a user makes the API ask a provider', () => {
    const unlimited = Object.entries<Call>(calls).flatMap(([name, call]) =>
      call.upstream && call.access.who !== 'anyone' && !rateLimitOf(call) ? [name] : [],
    );
    expect(unlimited).toEqual([]);
  });

  it('are shared by all replicas, even for concurrent requests', async () => {
    const { credentials, workspace } = await makeLoggedInUser();
    const create = (of: TestApi) =>
      of.send('POST', `/workspaces/${workspace.id}/authTokens`, credentials).send({ name: 'x', expiration: '1d' });
    const responses = await Promise.all(Array.from({ length: 50 }, (_, index) => create(index % 2 ? api : replica)));
    expect(responses.filter((response) => response.status === 200)).toHaveLength(20);
    const rejected = responses.find((response) => response.status === 429);
    const { type, message } = ErrorBody.parse(rejected?.body).error;
    expect(type).toBe('TooManyRequests');
    expect(message).toMatch(/^Too many requests\. Try again in \d+ minutes\.$/);
    expect(Number(rejected?.headers['retry-after'])).toBeGreaterThan(3_000);
    expect(rejected?.headers.ratelimit).toMatch(/^"createAuthToken";r=0;t=\d+$/);
    expect(await api.db.authToken.count({ where: { workspaceId: workspace.id } })).toBe(20);
  });

  it('count concurrent duplicates of one request once', async () => {
    const { user, credentials } = await makeLoggedInUser();
    const update = (nickname: string, requestUlid: string) =>
      api.send('PATCH', `/users/${user.id}`, credentials).send({ nickname, requestUlid });
    const requestUlid = ulid();
    const responses = await Promise.all(Array.from({ length: 80 }, () => update('Ada', requestUlid)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    for (let times = 1; times < 60; times++) expect((await update(`Ada ${times}`, ulid())).status).toBe(200);
    expect((await update('Ada', ulid())).status).toBe(429);
  });

  it('count each replay that returns a secret again', async () => {
    const { user, workspace, credentials } = await makeLoggedInUser();
    const create = (requestUlid: string) =>
      api
        .send('POST', `/workspaces/${workspace.id}/authTokens`, credentials)
        .send({ name: 'CI', expiration: '1d', requestUlid });
    const requestUlid = ulid();
    for (let times = 0; times < 20; times++) expect((await create(requestUlid)).status).toBe(200);
    const rejected = await create(requestUlid);
    expect([rejected.status, ErrorBody.parse(rejected.body).error.type]).toEqual([429, 'TooManyRequests']);
    expect((await create(ulid())).status).toBe(429);
    expect(await api.db.auditEntry.count({ where: { action: 'createAuthToken', actorUserId: user.id } })).toBe(20);
  });

  it('count each concurrent duplicate that returns a secret again', async () => {
    const { workspace, credentials } = await makeLoggedInUser();
    const requestUlid = ulid();
    const responses = await Promise.all(
      Array.from({ length: 40 }, () =>
        api
          .send('POST', `/workspaces/${workspace.id}/authTokens`, credentials)
          .send({ name: 'CI', expiration: '1d', requestUlid }),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(20);
    expect(await api.db.authToken.count({ where: { workspaceId: workspace.id } })).toBe(1);
  });

  it('are separate for each user', async () => {
    const [one, other] = [await makeLoggedInUser(), await makeLoggedInUser()];
    const refresh = ({ user, credentials }: typeof one) =>
      api.send('POST', `/users/${user.id}/refresh-auth0-profile`, credentials);
    for (let times = 0; times < 5; times++) expect((await refresh(one)).status).toBe(200);
    expect((await refresh(one)).status).toBe(429);
    expect((await refresh(other)).status).toBe(200);
  });

  it('let an owner of twelve workspaces set them all up in one morning', async () => {
    const { user, credentials } = await makeLoggedInUser();
    for (let index = 0; index < 12; index++) {
      const { id } = await makeWorkspace(api, user);
      const sent = [
        api.send('POST', `/workspace/${id}/members`, credentials).send({ email: 'first@example.com' }),
        api.send('POST', `/workspace/${id}/members`, credentials).send({ email: 'second@example.com' }),
        api.send('POST', `/workspaces/${id}/invitations`, credentials).send({ emails: ['third@example.com'] }),
        api.send('POST', `/workspaces/${id}/authTokens`, credentials).send({ name: 'CI', expiration: '1d' }),
        api.send('POST', `/workspaces/${id}/authTokens`, credentials).send({ name: 'CD', expiration: '1d' }),
      ];
      for (const request of sent) expect((await request).status).toBe(200);
    }
  });

  it('reject a user who invites in very many workspaces', async () => {
    const { user, workspace, credentials } = await makeLoggedInUser();
    const key = `inviteMember-in-all-workspaces:${user.id}`;
    await api.db.rateLimit.create({ data: { key, points: 499, expire: Date.now() + 60_000 } });
    const invite = (email: string) =>
      api.send('POST', `/workspace/${workspace.id}/members`, credentials).send({ email });
    const last = await invite('last@example.com');
    expect([last.status, last.headers['ratelimit-policy']]).toEqual([200, '"inviteMember";q=20;w=3600']);
    const rejected = await invite('further@example.com');
    expect([rejected.status, rejected.headers['ratelimit-policy']]).toEqual([
      429,
      '"inviteMember-in-all-workspaces";q=500;w=3600',
    ]);
  });

  it('include launches, each of which creates a code', async () => {
    const { credentials, workspace } = await makeLoggedInUser();
    const launches = await Promise.all(
      Array.from({ length: 65 }, () => api.send('GET', `/workspaces/${workspace.id}/go`, credentials).redirects(0)),
    );
    expect(launches.filter(({ status }) => status === 303)).toHaveLength(60);
    expect(launches.filter(({ status, type }) => status === 429 && type === 'text/html')).toHaveLength(5);
    expect(await api.db.connectCode.count({ where: { workspaceId: workspace.id } })).toBe(60);
  });

  it('cannot be evaded by a forged X-Forwarded-For', async () => {
    const logIns = await Promise.all(
      Array.from({ length: 65 }, (_, index) =>
        api.send('GET', '/auth/login').set('X-Forwarded-For', `10.0.0.${index}`).redirects(0),
      ),
    );
    expect(logIns.filter((response) => response.status === 303)).toHaveLength(60);
    const rejected = logIns.find((response) => response.status === 429);
    expect(rejected?.type).toBe('text/html');
    expect(rejected?.text).toContain('Too many attempts');
    expect(rejected?.text).toMatch(/Try again in \d+ minutes\./);
    expect(rejected?.text).toContain('<a href="http://localhost:9000/login">Back to the login page</a>');
  });

  it.each(Object.entries(embeddings))('do not count requests by %s', async (_title, headers) => {
    const from = () => behindProxy.send('GET', '/auth/login').set('X-Forwarded-For', '192.0.2.77').redirects(0);
    const remaining = async () => Number(/r=(\d+)/.exec(String((await from()).headers.ratelimit))?.[1]);
    const before = await remaining();
    const images = await Promise.all(Array.from({ length: 10 }, () => from().set(headers)));
    expect(new Set(images.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await remaining()).toBe(before - 1);
  });

  it('are shared by all addresses of an IPv6 /64 prefix, and by all notations of an IPv4 address', async () => {
    const logIn = async (address: string) =>
      (await behindProxy.send('GET', '/auth/login').set('X-Forwarded-For', address).redirects(0)).status;
    const logInsFrom = (addressOf: (index: number) => string) =>
      Promise.all(Array.from({ length: 60 }, (_, index) => logIn(addressOf(index))));
    const allowed = new Set([303]);
    expect(new Set(await logInsFrom((index) => `2001:db8:1:2:${index.toString(16)}::1`))).toEqual(allowed);
    expect(await logIn('2001:DB8:0001:2:ffff::')).toBe(429);
    expect(await logIn('2001:db8:1:3::1')).toBe(303);
    expect(new Set(await logInsFrom((index) => (index % 2 ? '192.0.2.1' : '::ffff:192.0.2.1')))).toEqual(allowed);
    expect(await logIn('::FFFF:c000:201')).toBe(429);
    expect(await logIn('192.0.2.2')).toBe(303);
  });
});
