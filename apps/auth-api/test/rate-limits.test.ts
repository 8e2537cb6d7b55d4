import { ProblemBody, calls, type Call } from '@portal/contract';
import { ulid } from 'ulid';
import { waitText } from '../src/http/wait-text.ts';
import { startApi, type TestApi } from './support/api.ts';
import { logIn, makeUser, makeWorkspace } from './support/builders.ts';
import { embeddings } from './support/fetch-metadata.ts';
import { fakeIdentityProvider, type FakeIdentityProvider } from './support/fake-identity-provider.ts';

// Two processes' worth of API on one database: what one counts, the other knows.
let provider: FakeIdentityProvider;
let api: TestApi;
let replica: TestApi;
let behindProxy: TestApi;
beforeAll(async () => {
  provider = await fakeIdentityProvider();
  const settings = { RATE_LIMIT_SCALE: '1', AUTH0_URL: provider.url, LOGIN_LIMIT_PER_ADDRESS: '60' };
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

async function person() {
  const user = await makeUser(api, { emailVerified: true });
  const workspace = await makeWorkspace(api, user);
  return { user, workspace, proof: await logIn(api, user) };
}

it.each([
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [3_600, '60 minutes'],
])('a wait of %d seconds is told as %s', (seconds, text) => {
  expect(waitText(seconds)).toBe(text);
});

describe('limited calls', () => {
  it('are these', () => {
    const limits = Object.entries<Call>(calls).flatMap(([name, { limit }]) =>
      limit ? [`${name} ${limit.times}/${limit.seconds}s per ${limit.per}`] : [],
    );
    expect(limits).toEqual([
      'login 300/600s per address',
      'updateProfile 60/600s per person',
      'refreshAuth0Profile 5/60s per person',
      'resendEmailVerification 3/3600s per person',
      'createWorkspace 100/3600s per person',
      'updateWorkspace 60/600s per person',
      'setApprovals 60/600s per person',
      'inviteMember 20/3600s per person',
      'showInvitationEmails 300/600s per address',
      'stopInvitationEmails 300/600s per address',
      'resumeInvitationEmails 300/600s per address',
      'createAuthToken 20/3600s per person',
      'updateBillingDetails 60/3600s per person',
      'createBillingIntegration 60/3600s per person',
      'goToCheckout 60/3600s per person',
      'returnFromCheckout 60/3600s per person',
      'goToCustomerPortal 60/3600s per person',
      'goToWorkspace 60/60s per person',
    ]);
  });

  it('are counted by all replicas together, however many race', async () => {
    const { proof, workspace } = await person();
    const create = (of: TestApi) =>
      of.send('POST', `/workspaces/${workspace.id}/authTokens`, proof).send({ name: 'x', expiration: '1d' });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => create(at % 2 ? api : replica)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(20);
    const refused = answers.find((answer) => answer.status === 429);
    const { type, message } = ProblemBody.parse(refused?.body).error;
    expect(type).toBe('TooManyRequests');
    expect(message).toMatch(/^Too many requests\. Try again in \d+ minutes\.$/);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(3_000);
    expect(refused?.headers.ratelimit).toMatch(/^"createAuthToken";r=0;t=\d+$/);
    expect(await api.db.authToken.count({ where: { workspaceId: workspace.id } })).toBe(20);
  });

  it('count racing twins of one request as one', async () => {
    const { user, proof } = await person();
    const update = (nickname: string, requestUlid: string) =>
      api.send('PATCH', `/users/${user.id}`, proof).send({ nickname, requestUlid });
    const requestUlid = ulid();
    const twins = await Promise.all(Array.from({ length: 80 }, () => update('Twin', requestUlid)));
    expect(new Set(twins.map(({ status }) => status))).toEqual(new Set([200]));
    for (let times = 1; times < 60; times++) expect((await update(`Ada ${times}`, ulid())).status).toBe(200);
    expect((await update('Ada', ulid())).status).toBe(429);
  });

  it('count each repeat that gets a secret again', async () => {
    const { user, workspace, proof } = await person();
    const create = (requestUlid: string) =>
      api
        .send('POST', `/workspaces/${workspace.id}/authTokens`, proof)
        .send({ name: 'CI', expiration: '1d', requestUlid });
    const requestUlid = ulid();
    for (let times = 0; times < 20; times++) expect((await create(requestUlid)).status).toBe(200);
    const refused = await create(requestUlid);
    expect([refused.status, ProblemBody.parse(refused.body).error.type]).toEqual([429, 'TooManyRequests']);
    expect((await create(ulid())).status).toBe(429);
    expect(await api.db.auditEntry.count({ where: { action: 'createAuthToken', actorUserId: user.id } })).toBe(20);
  });

  it('count each racing twin that gets a secret again', async () => {
    const { workspace, proof } = await person();
    const requestUlid = ulid();
    const twins = await Promise.all(
      Array.from({ length: 40 }, () =>
        api
          .send('POST', `/workspaces/${workspace.id}/authTokens`, proof)
          .send({ name: 'CI', expiration: '1d', requestUlid }),
      ),
    );
    expect(twins.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(twins.filter(({ status }) => status === 429)).toHaveLength(20);
    expect(await api.db.authToken.count({ where: { workspaceId: workspace.id } })).toBe(1);
  });

  it('are counted for each person alone', async () => {
    const [one, other] = [await person(), await person()];
    const refresh = ({ user, proof }: typeof one) => api.send('POST', `/users/${user.id}/refresh-auth0-profile`, proof);
    for (let times = 0; times < 5; times++) expect((await refresh(one)).status).toBe(200);
    expect((await refresh(one)).status).toBe(429);
    expect((await refresh(other)).status).toBe(200);
  });

  it('include launches, each of which makes a code', async () => {
    const { proof, workspace } = await person();
    const launches = await Promise.all(
      Array.from({ length: 65 }, () => api.send('GET', `/workspaces/${workspace.id}/go`, proof).redirects(0)),
    );
    expect(launches.filter(({ status }) => status === 303)).toHaveLength(60);
    expect(launches.filter(({ status, type }) => status === 429 && type === 'text/html')).toHaveLength(5);
    expect(await api.db.connectCode.count({ where: { workspaceId: workspace.id } })).toBe(60);
  });

  it('are not counted anew for a forged X-Forwarded-For', async () => {
    const logIns = await Promise.all(
      Array.from({ length: 65 }, (_, at) =>
        api.send('GET', '/auth/login').set('X-Forwarded-For', `10.0.0.${at}`).redirects(0),
      ),
    );
    expect(logIns.filter((answer) => answer.status === 303)).toHaveLength(60);
    const refused = logIns.find((answer) => answer.status === 429);
    expect(refused?.type).toBe('text/html');
    expect(refused?.text).toContain('Too many attempts');
    expect(refused?.text).toMatch(/Try again in \d+ minutes\./);
    expect(refused?.text).toContain('<a href="http://localhost:9000/login">Back to the login page</a>');
  });

  it.each(Object.entries(embeddings))('are not counted for %s', async (_what, headers) => {
    const from = () => behindProxy.send('GET', '/auth/login').set('X-Forwarded-For', '192.0.2.77').redirects(0);
    const left = async () => Number(/r=(\d+)/.exec(String((await from()).headers.ratelimit))?.[1]);
    const before = await left();
    const images = await Promise.all(Array.from({ length: 10 }, () => from().set(headers)));
    expect(new Set(images.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await left()).toBe(before - 1);
  });

  it('are counted once for all addresses of an IPv6 subscriber, and for every spelling of an IPv4 address', async () => {
    const logIn = async (address: string) =>
      (await behindProxy.send('GET', '/auth/login').set('X-Forwarded-For', address).redirects(0)).status;
    const logInsFrom = (addressOf: (at: number) => string) =>
      Promise.all(Array.from({ length: 60 }, (_, at) => logIn(addressOf(at))));
    const allowed = new Set([303]);
    expect(new Set(await logInsFrom((at) => `2001:db8:1:2:${at.toString(16)}::1`))).toEqual(allowed);
    expect(await logIn('2001:DB8:0001:2:ffff::')).toBe(429);
    expect(await logIn('2001:db8:1:3::1')).toBe(303);
    expect(new Set(await logInsFrom((at) => (at % 2 ? '192.0.2.1' : '::ffff:192.0.2.1')))).toEqual(allowed);
    expect(await logIn('::FFFF:c000:201')).toBe(429);
    expect(await logIn('192.0.2.2')).toBe(303);
  });
});
