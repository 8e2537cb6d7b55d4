import { setTimeout as sleep } from 'node:timers/promises';
import { FeatureFlags } from '@portal/contract';
import { checkEffects } from '../effects.ts';
import { startLoad } from '../load.ts';
import { timeoutFactor } from '../run-mode.ts';
import { isOk, outcomeOf, slowerThanMs, unexpectedResults, type Outage, type Scenario } from '../outcome.ts';
import { mixedRequests, reads, type TestUser } from '../requests.ts';

/** For feature flags and for every other request during the outage. */
const responseLimitMs = 1_500;
const recoveryLimitMs = 30_000;
/** Each replica caches flags separately and the proxy alternates between replicas, so a flag is read several times. */
const readsPerCheck = 4;

const outages: readonly Outage[] = [
  {
    name: 'analytics host slow by 30 s',
    start: ({ analytics }) => analytics.setFaults({ flags: { delayMs: 30_000 } }),
    stop: ({ analytics }) => analytics.setFaults({}),
  },
  {
    name: 'analytics host down',
    start: ({ analyticsNetwork }) => analyticsNetwork.refuse(),
    stop: ({ analyticsNetwork }) => analyticsNetwork.pass(),
  },
];

export const analyticsOutages: readonly Scenario[] = outages.map(({ name, start, stop }) => ({
  name,
  expectation:
    'feature flags respond within 1.5 s with their last value or off, and other requests are as fast as before; a flag that is switched on afterwards takes effect',
  async run(environment, mode) {
    const { url } = await environment.entryPoint();
    const [user] = environment.users;
    if (!user) throw new Error('The environment has no users.');
    // An earlier scenario switched the flag on and off again.
    while ((await countReadsWithFlagOn(url, user)) > 0) await sleep(100);
    await start(environment);
    const load = startLoad({
      users: environment.users,
      requestsPerSecond: 30,
      targetUrl: () => url,
      requests: [...mixedRequests, reads.featureFlags],
    });
    await sleep(mode === 'short' ? 2_000 : 10_000);
    await stop(environment);
    const results = await load.stop();

    const stoppedAt = performance.now();
    const isTimedOut = () => performance.now() > stoppedAt + recoveryLimitMs;
    await environment.analytics.setFlags({ 'approvals-opt-in-out': { mode: 'everyone', users: [] } });
    while ((await countReadsWithFlagOn(url, user)) < readsPerCheck && !isTimedOut()) await sleep(100);
    const recoveredMs = performance.now() - stoppedAt;

    const { lostWrites, violations } = await checkEffects(environment, results);
    if ((await countReadsWithFlagOn(url, user)) < readsPerCheck) {
      violations.push('a flag that was switched on afterwards stayed off');
    }
    await environment.analytics.setFlags({ 'approvals-opt-in-out': { mode: 'off', users: [] } });
    violations.push(
      ...unexpectedResults(results, isOk, 'during the analytics outage'),
      ...slowerThanMs(responseLimitMs * timeoutFactor[mode], results, 'during the analytics outage'),
    );
    return outcomeOf(results, { recoveredMs, lostWrites, violations });
  },
}));

async function countReadsWithFlagOn(url: string, { userId, cookie }: TestUser): Promise<number> {
  let count = 0;
  for (let read = 0; read < readsPerCheck; read++) {
    const response = await fetch(`${url}/users/${userId}/featureFlags`, { headers: { cookie } });
    if (FeatureFlags.parse(await response.json())['approvals-opt-in-out']) count++;
  }
  return count;
}
