import { setTimeout as sleep } from 'node:timers/promises';
import { ulid } from 'ulid';
import { checkEffects } from '../effects.ts';
import { startLoad } from '../load.ts';
import {
  isDatabaseUnavailable,
  isOk,
  outcomeOf,
  slowerThanMs,
  unexpectedResults,
  type Outage,
  type Scenario,
} from '../outcome.ts';
import { send, type ApiRequest, type RequestResult } from '../requests.ts';
import type { FaultEnvironment } from '../environment.ts';

const shutdownLimitMs = 10_000;
/** Load balancers and browsers keep sending for a short time. The API allows them more than this. */
const sendingAfterSignalMs = 400;

interface ShutdownCase extends Outage {
  readonly expectation: string;
  readonly isSlow: boolean;
  readonly isExpected: (result: RequestResult) => boolean;
}

const cases: readonly ShutdownCase[] = [
  {
    name: 'SIGTERM under load',
    expectation: 'every request succeeds',
    isSlow: false,
    start: () => undefined,
    stop: () => undefined,
    isExpected: isOk,
  },
  {
    name: 'SIGTERM while the identity provider hangs',
    expectation: 'every request gets a response; those that wait for the provider get 503',
    isSlow: true,
    start: ({ providerNetwork }) => providerNetwork.stall(),
    stop: ({ providerNetwork }) => providerNetwork.pass(),
    isExpected: (result) =>
      isOk(result) || (result.status === 503 && result.errorType === 'IdentityProviderUnavailable'),
  },
  {
    name: 'SIGTERM while PostgreSQL hangs',
    expectation: 'every request gets a response, with 503',
    isSlow: true,
    start: ({ databaseNetwork }) => databaseNetwork.stall(),
    stop: ({ databaseNetwork }) => databaseNetwork.pass(),
    isExpected: (result) => isOk(result) || isDatabaseUnavailable(result),
  },
];

export const gracefulShutdown: readonly Scenario[] = cases.map(
  ({ name, expectation, isSlow, start, stop, isExpected }) => ({
    name,
    isSlow,
    expectation: `${expectation}; no connection is reset; the process exits within 10 s with code 0`,
    async run(environment, mode) {
      const { url, replica } =
        mode === 'short' ? await startReplicaWithLongTimeouts(environment) : await environment.entryPoint();
      const load = startLoad({ users: environment.users, requestsPerSecond: 40, targetUrl: () => url });
      await sleep(500);
      await start(environment);
      const slowRequests = environment.users.flatMap(({ userId, cookie }) => {
        const body = { requestUlid: ulid() };
        const request: ApiRequest = { method: 'POST', path: `/users/${userId}/refresh-auth0-profile`, cookie, body };
        // The duplicate waits for the response of the first request.
        return [request, request];
      });
      const slowResults = slowRequests.map((request) => send(url, request));
      await sleep(100);
      const signalledAt = performance.now();
      const exited = replica.stop();
      const results = [...(await load.stopAfter(sendingAfterSignalMs)), ...(await Promise.all(slowResults))];
      const { code, signal } = await exited;
      const shutdownMs = performance.now() - signalledAt;
      await stop(environment);

      const { lostWrites, violations } = await checkEffects(environment, results);
      violations.push(...unexpectedResults(results, isExpected, 'during the shutdown'));
      violations.push(...slowerThanMs(shutdownLimitMs, results, 'during the shutdown'));
      if (shutdownMs > shutdownLimitMs) violations.push(`the shutdown took ${(shutdownMs / 1000).toFixed(1)} s`);
      if (code !== 0) violations.push(`the process exited with ${signal ?? String(code)}`);
      return outcomeOf(results, { recoveredMs: shutdownMs, lostWrites, violations });
    },
  }),
);

/** Has a long database timeout: other suites keep the database busy, and this scenario is about the exit, not about response times. */
async function startReplicaWithLongTimeouts(environment: FaultEnvironment) {
  const replica = await environment.startReplica({ DATABASE_TIMEOUT_MS: '8000' });
  return { url: replica.url, replica };
}
