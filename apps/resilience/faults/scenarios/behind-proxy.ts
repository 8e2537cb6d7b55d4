import { setTimeout as sleep } from 'node:timers/promises';
import { checkEffects, retryUnacknowledged } from '../effects.ts';
import { startLoad } from '../load.ts';
import { sendSignal } from '../process-signals.ts';
import { timeoutFactor, type RunMode } from '../run-mode.ts';
import {
  isDatabaseUnavailable,
  isOk,
  isRejectedByProxy,
  outcomeOf,
  slowerThanMs,
  unexpectedResults,
  type Scenario,
} from '../outcome.ts';
import type { RequestResult } from '../requests.ts';
import type { FaultEnvironment } from '../environment.ts';

const requestsPerSecond: Readonly<Record<RunMode, number>> = { short: 15, full: 100 };

interface ProxyCase {
  readonly name: string;
  readonly expectation: string;
  /** Stops replicas while the load runs. */
  readonly disrupt: (environment: FaultEnvironment) => Promise<void>;
  readonly isExpected: (result: RequestResult) => boolean;
  /** When requests may be sent that take long, in milliseconds after the first one. */
  readonly mayBeSlow?: { readonly fromMs: number; readonly toMs: number };
}

const responseLimitMs = 2_000;

const cases: readonly ProxyCase[] = [
  {
    name: 'rolling restart of two replicas behind the proxy',
    expectation: 'no request fails',
    async disrupt(environment) {
      for (const replica of await environment.runningReplicas(2)) {
        await sleep(1_000);
        await replica.stop('SIGTERM');
        await environment.runningReplicas(2);
      }
      await sleep(1_000);
    },
    isExpected: isOk,
  },
  {
    name: 'one of two replicas killed behind the proxy',
    expectation: 'only requests in progress on it fail, with 503; a retry with the same ULID takes effect once',
    async disrupt(environment) {
      const { replica } = await environment.entryPoint();
      await sleep(1_000);
      await replica.stop('SIGKILL');
      await sleep(3_000);
      await environment.runningReplicas(2);
      await sleep(1_000);
    },
    isExpected: (result) => isOk(result) || isRejectedByProxy(result),
  },
  {
    name: 'one of two replicas hangs behind the proxy',
    expectation: 'it gets no requests after five seconds, and those that it has finish when it continues',
    async disrupt(environment) {
      const { replica } = await environment.entryPoint();
      await sleep(1_000);
      sendSignal(replica.pid, 'SIGSTOP');
      await sleep(10_000);
      sendSignal(replica.pid, 'SIGCONT');
      await sleep(3_000);
    },
    // The waiting requests of a replica that continues may exceed their time for the database.
    isExpected: (result) => isOk(result) || isDatabaseUnavailable(result),
    mayBeSlow: { fromMs: 500, toMs: 6_000 },
  },
];

/** Scenarios that need several replicas behind a proxy. */
export const behindProxy: readonly Scenario[] = cases.map(({ name, expectation, disrupt, isExpected, mayBeSlow }) => ({
  name,
  expectation,
  async run(environment, mode) {
    const { url } = await environment.entryPoint();
    const load = startLoad({
      users: environment.users,
      requestsPerSecond: requestsPerSecond[mode],
      targetUrl: () => url,
    });
    await disrupt(environment);
    const results = await load.stop();
    const retries = await retryUnacknowledged(environment, url, results);
    const { lostWrites, violations } = await checkEffects(environment, results);
    const startedAt = Math.min(...results.map(({ sentAt }) => sentAt));
    const { fromMs, toMs } = mayBeSlow ?? { fromMs: 0, toMs: Infinity };
    const atOtherTimes = results.filter(({ sentAt }) => sentAt - startedAt < fromMs || sentAt - startedAt > toMs);
    violations.push(
      ...unexpectedResults(results, isExpected, 'through the proxy'),
      ...slowerThanMs(responseLimitMs * timeoutFactor[mode], atOtherTimes, 'through the proxy'),
      ...retries.violations,
    );
    return outcomeOf([...results, ...retries.retried], { lostWrites, violations });
  },
}));
