import { setTimeout as sleep } from 'node:timers/promises';
import { checkEffects, retryUnacknowledged } from '../effects.ts';
import { startLoad } from '../load.ts';
import { isOk, isRejectedByProxy, outcomeOf, unexpectedResults, type Scenario } from '../outcome.ts';
import { writes, type RequestResult } from '../requests.ts';
import type { FaultEnvironment } from '../environment.ts';

const killCount = { short: 3, full: 20 };

/** Only the responses that the crash prevented may be missing. */
const isOkOrAborted = (result: RequestResult) => isOk(result) || result.status === 0 || isRejectedByProxy(result);

export const apiCrashes: Scenario = {
  name: 'API killed during writes, at random times',
  expectation:
    'no invariant is violated; an idempotency key exists if and only if its effect exists; each unanswered request, retried with its ULID on a new process, takes effect exactly once',
  async run(environment, mode) {
    const allResults: RequestResult[] = [];
    const violations: string[] = [];
    let lostWrites = 0;
    for (let kill = 0; kill < killCount[mode]; kill++) {
      const results = await writeUntilKilled(environment, 200 + Math.random() * (mode === 'short' ? 500 : 1_500));
      const before = await checkEffects(environment, results);
      const { url } = await environment.entryPoint();
      const retries = await retryUnacknowledged(environment, url, results);
      const after = await checkEffects(environment, results);
      lostWrites += after.lostWrites;
      violations.push(
        ...before.violations,
        ...retries.violations,
        ...after.violations,
        ...unexpectedResults(results, isOkOrAborted, 'before the kill'),
      );
      allResults.push(...results, ...retries.retried);
    }
    if (allResults.every(isOk)) violations.push('no kill aborted a request');
    return outcomeOf(allResults, { lostWrites, violations });
  },
};

async function writeUntilKilled(environment: FaultEnvironment, afterMs: number): Promise<readonly RequestResult[]> {
  const { url, replica } = await environment.entryPoint();
  const requests = [writes.workspace, writes.invitation];
  const load = startLoad({ users: environment.users, requestsPerSecond: 60, targetUrl: () => url, requests });
  await sleep(afterMs);
  await replica.stop('SIGKILL');
  return load.stop();
}
