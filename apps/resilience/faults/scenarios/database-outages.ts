import { setTimeout as sleep } from 'node:timers/promises';
import { checkEffects, retryUnacknowledged } from '../effects.ts';
import { startLoad } from '../load.ts';
import { timeoutFactor } from '../run-mode.ts';
import { isDatabaseUnavailable, isOk, outcomeOf, slowerThanMs, unexpectedResults, type Scenario } from '../outcome.ts';
import type { RequestResult } from '../requests.ts';
import type { FaultEnvironment } from '../environment.ts';
import { pollUntil } from '@portal/auth-api/test/support/polling.ts';
import { exhaustConnections, makeReadOnly, terminateSessions } from './database-faults.ts';

const responseLimitMs = 2_000;
const recoveryLimitMs = 5_000;

interface DatabaseOutage {
  readonly name: string;
  /** Requests notice the outage only when they time out. */
  readonly silent?: boolean;
  /** Connections may be replaced before a request needs them. */
  readonly mayCauseNoError?: boolean;
  /** Starts the outage and returns the function that ends it. */
  readonly start: (environment: FaultEnvironment) => Promise<() => Promise<void> | void>;
}

const outages: readonly DatabaseOutage[] = [
  {
    name: 'PostgreSQL killed, then restarted',
    async start({ postgres }) {
      await postgres.kill();
      return () => postgres.restart();
    },
  },
  {
    name: 'PostgreSQL suspended',
    silent: true,
    async start({ postgres }) {
      await postgres.pause();
      return () => postgres.resume();
    },
  },
  {
    name: 'network to PostgreSQL drops all packets',
    silent: true,
    start({ databaseNetwork }) {
      databaseNetwork.stall();
      return Promise.resolve(() => databaseNetwork.pass());
    },
  },
  {
    name: 'connections to PostgreSQL refused',
    start({ databaseNetwork }) {
      databaseNetwork.refuse();
      return Promise.resolve(() => databaseNetwork.pass());
    },
  },
  { name: 'PostgreSQL sessions terminated repeatedly', mayCauseNoError: true, start: terminateSessions },
  { name: 'PostgreSQL has no free connections', start: exhaustConnections },
  { name: 'PostgreSQL is read-only', start: makeReadOnly },
];

export const databaseOutages: readonly Scenario[] = outages.map(
  ({ name, silent = false, mayCauseNoError = false, start }) => ({
    name,
    expectation:
      '503 DatabaseUnavailable with Retry-After within 2 s, never 401, 500 or a redirect; recovers within 5 s; no acknowledged write is lost; a retry takes effect once',
    async run(environment, mode) {
      const { url } = await environment.entryPoint();
      const load = startLoad({ users: environment.users, requestsPerSecond: 30, targetUrl: () => url });
      await sleep(mode === 'short' ? 300 : 2_000);
      const stop = await start(environment);
      await sleep(mode === 'full' ? 8_000 : silent ? 3_600 : 600);
      const isNoticed = () => Promise.resolve(mayCauseNoError || !load.results.every(isOk));
      await pollUntil(isNoticed, Boolean);
      await stop();
      const stoppedAt = performance.now();
      await waitForRecovery(load.results, stoppedAt, recoveryLimitMs * timeoutFactor[mode]);
      await sleep(mode === 'short' ? 300 : 2_000);
      const results = await load.stop();
      const failedAfterwards = results.filter(({ sentAt, status }) => sentAt > stoppedAt && status !== 200);
      const recoveredMs = Math.max(0, ...failedAfterwards.map(({ sentAt, ms }) => sentAt + ms - stoppedAt));

      const { lostWrites, violations } = await checkEffects(environment, results);
      const retries = await retryUnacknowledged(environment, url, results);
      if (!mayCauseNoError && results.every(isOk)) violations.push('no request noticed the outage');
      violations.push(
        ...unexpectedResults(
          results,
          (result) => isOk(result) || isDatabaseUnavailable(result),
          'during the database outage',
        ),
        ...slowerThanMs(responseLimitMs * timeoutFactor[mode], results, 'during the database outage'),
        ...(recoveredMs > recoveryLimitMs * timeoutFactor[mode]
          ? [`recovery took ${(recoveredMs / 1000).toFixed(1)} s`]
          : []),
        ...retries.violations,
      );
      return outcomeOf([...results, ...retries.retried], { recoveredMs, lostWrites, violations });
    },
  }),
);

/** Waits until all requests of the last half second succeeded, or the time limit has passed. */
async function waitForRecovery(results: readonly RequestResult[], since: number, limitMs: number): Promise<void> {
  const isRecovered = () => {
    const recent = results.filter(({ sentAt }) => sentAt > Math.max(since, performance.now() - 500));
    return performance.now() > since + 500 && recent.length > 5 && recent.every(({ status }) => status === 200);
  };
  while (!isRecovered() && performance.now() < since + limitMs + 1_000) await sleep(50);
}
