import { setTimeout as sleep } from 'node:timers/promises';
import { checkEffects } from '../effects.ts';
import { startLoad } from '../load.ts';
import { timeoutFactor } from '../run-mode.ts';
import { isOk, outcomeOf, slowerThanMs, unexpectedResults, type Scenario } from '../outcome.ts';
import { send, type ApiRequest, type RequestResult, type TestUser } from '../requests.ts';
import type { FaultEnvironment } from '../environment.ts';

/** For requests that need the identity provider. */
const degradedLimitMs = 10_000;
/** For all other requests during the outage. Without an outage they take some hundredths of this. */
const responseLimitMs = 1_500;

interface ProviderOutage {
  readonly name: string;
  readonly start: (environment: FaultEnvironment) => void;
}

const respondWith = (status: number, body: string) => (environment: FaultEnvironment) => {
  environment.provider.failure = { status, body };
};

const outages: readonly ProviderOutage[] = [
  { name: 'identity provider down', start: ({ providerNetwork }) => providerNetwork.refuse() },
  {
    name: 'identity provider hangs for longer than any timeout',
    start: ({ providerNetwork }) => providerNetwork.stall(),
  },
  { name: 'identity provider returns 500', start: respondWith(500, 'Internal Server Error') },
  { name: 'identity provider returns invalid JSON', start: respondWith(200, '<html>') },
  { name: 'identity provider returns null', start: respondWith(200, 'null') },
];

export const identityProviderOutages: readonly Scenario[] = outages.map(({ name, start }) => ({
  name,
  expectation:
    'login, profile refresh and resend return 503 IdentityProviderUnavailable within 10 s, even if more of them are in progress than there are database connections; other requests are as fast as before; afterwards all of them work',
  async run(environment, mode) {
    const { url } = await environment.entryPoint();
    const requestsPerUser = mode === 'short' ? 1 : 4;
    const providerRequests = await Promise.all(
      Array.from({ length: requestsPerUser }, () =>
        environment.users.map((user) => requestsToProvider(url, user)),
      ).flat(),
    );
    const load = startLoad({ users: environment.users, requestsPerSecond: 30, targetUrl: () => url });
    start(environment);
    const degraded = await Promise.all(providerRequests.flat().map((request) => send(url, request)));
    await sleep(mode === 'short' ? 0 : 3_000);
    environment.providerNetwork.pass();
    environment.provider.failure = null;
    const unaffected = await load.stop();
    const afterwards = await Promise.all(environment.users.map((user) => send(url, refreshProfile(user))));

    const { lostWrites, violations } = await checkEffects(environment, unaffected);
    violations.push(
      ...unexpectedResults(degraded, isProviderUnavailable, 'from calls that need the provider'),
      ...slowerThanMs(degradedLimitMs * timeoutFactor[mode], degraded, 'from calls that need the provider'),
      ...unexpectedResults(unaffected, isOk, 'from calls that do not need the provider'),
      ...slowerThanMs(responseLimitMs * timeoutFactor[mode], unaffected, 'from calls that do not need the provider'),
      ...unexpectedResults(afterwards, isOk, 'after the provider recovered'),
    );
    return outcomeOf([...degraded, ...unaffected, ...afterwards], { lostWrites, violations });
  },
}));

/** A login shows an error page, every other call returns the JSON error body. */
const isProviderUnavailable = ({ request, status, errorType, retryAfter }: RequestResult) =>
  status === 503 && errorType === (isLogin(request) ? 'page' : 'IdentityProviderUnavailable') && retryAfter !== null;

const isLogin = ({ path }: ApiRequest) => path.startsWith('/auth/');

const refreshProfile = ({ userId, cookie }: TestUser): ApiRequest => ({
  method: 'POST',
  path: `/users/${userId}/refresh-auth0-profile`,
  cookie,
});

/** One request for each call that needs the provider. */
async function requestsToProvider(url: string, user: TestUser): Promise<ApiRequest[]> {
  const { userId, cookie } = user;
  return [
    refreshProfile(user),
    { method: 'POST', path: `/users/${userId}/resend-email-verification`, cookie },
    await loginCallback(url),
  ];
}

/** Starts a login, and returns the callback request with its state. */
async function loginCallback(url: string): Promise<ApiRequest> {
  const response = await fetch(`${url}/auth/login`, {
    redirect: 'manual',
    headers: { referer: 'http://localhost:9000/' },
  });
  const state = new URL(response.headers.get('location') ?? '').searchParams.get('state') ?? '';
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { method: 'GET', path: `/auth/login-callback?state=${state}&code=a-code`, cookie };
}
