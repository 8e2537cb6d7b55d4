import { setTimeout as sleep } from 'node:timers/promises';
import { checkEffects, retryUnacknowledged } from '../effects.ts';
import { startLoad } from '../load.ts';
import { timeoutFactor } from '../run-mode.ts';
import { isOk, outcomeOf, slowerThanMs, unexpectedResults, type Scenario } from '../outcome.ts';

const responseLimitMs = 1_500;

export const replicaCrash: Scenario = {
  name: 'one of two replicas killed',
  expectation: 'the other stays as fast as before; a retry on it of what the first left unanswered takes effect once',
  async run(environment, mode) {
    const [first, second] = await environment.runningReplicas(2);
    if (!first || !second) throw new Error('Two replicas must be running.');
    let isKilled = false;
    let turn = 0;
    const targetUrl = () => (isKilled || turn++ % 2 === 0 ? second.url : first.url);
    const load = startLoad({ users: environment.users, requestsPerSecond: 40, targetUrl });
    await sleep(mode === 'short' ? 700 : 3_000);
    await first.stop('SIGKILL');
    isKilled = true;
    const killedAt = performance.now();
    await sleep(mode === 'short' ? 1_000 : 5_000);
    const results = await load.stop();
    const retries = await retryUnacknowledged(environment, second.url, results);
    const { lostWrites, violations } = await checkEffects(environment, results);
    const later = results.filter(({ sentAt }) => sentAt > killedAt);
    violations.push(
      ...unexpectedResults(results, (result) => isOk(result) || result.status === 0, 'from either replica'),
      ...unexpectedResults(later, isOk, 'from the remaining replica'),
      ...slowerThanMs(responseLimitMs * timeoutFactor[mode], later, 'from the remaining replica'),
      ...retries.violations,
    );
    return outcomeOf([...results, ...retries.retried], { lostWrites, violations });
  },
};
