import { setTimeout as sleep } from 'node:timers/promises';
import { FeatureFlags } from '@portal/contract';
import { examine } from '../effects.ts';
import { startLoad } from '../load.ts';
import { slack } from '../length.ts';
import { isDone, outcomeOf, slowerThan, wrong, type Outcome, type Scenario } from '../outcome.ts';
import { mixed, reads, type Visitor } from '../requests.ts';
import type { Stage } from '../stage.ts';

/** What a flag may take, and what everything else may take meanwhile. */
const ordinaryMs = 1_500;
const backWithinMs = 30_000;

interface Outage {
  readonly name: string;
  readonly begin: (stage: Stage) => unknown;
  readonly end: (stage: Stage) => unknown;
}

const outages: readonly Outage[] = [
  {
    name: 'analytics host slow by 30 s',
    begin: ({ analytics }) => analytics.faults({ flags: { delayMs: 30_000 } }),
    end: ({ analytics }) => analytics.faults({}),
  },
  {
    name: 'analytics host down',
    begin: ({ analyticsNetwork }) => analyticsNetwork.refuse(),
    end: ({ analyticsNetwork }) => analyticsNetwork.pass(),
  },
];

export const analyticsOutages: readonly Scenario[] = outages.map(({ name, begin, end }) => ({
  name,
  holds:
    'feature flags are answered within 1.5 s, as they were or off, and everything else goes on at its speed; a flag that is switched afterwards counts',
  async run(stage, length): Promise<Outcome> {
    const { url } = await stage.front();
    const [visitor] = stage.visitors;
    if (!visitor) throw new Error('There is nobody.');
    // What a scenario before this one switched on is off by now.
    while ((await timesOn(url, visitor)) > 0) await sleep(100);
    await begin(stage);
    const asks = [...mixed, reads.featureFlags];
    const load = startLoad({ visitors: stage.visitors, perSecond: 30, target: () => url, asks });
    await sleep(length === 'short' ? 2_000 : 10_000);
    await end(stage);
    const answers = await load.stop();

    const endedAt = performance.now();
    const isOver = (on: boolean) => on || performance.now() > endedAt + backWithinMs;
    await stage.analytics.switchFlags({ 'approvals-opt-in-out': { mode: 'everyone', people: [] } });
    while (!isOver((await timesOn(url, visitor)) === asksEach)) await sleep(100);
    const recoveredMs = performance.now() - endedAt;

    const { lost, faults } = await examine(stage, answers);
    if ((await timesOn(url, visitor)) < asksEach) faults.push('a flag that was switched on afterwards stayed off');
    await stage.analytics.switchFlags({ 'approvals-opt-in-out': { mode: 'off', people: [] } });
    faults.push(
      ...wrong(answers, isDone, 'while the analytics host was away'),
      ...slowerThan(ordinaryMs * slack[length], answers, 'while the analytics host was away'),
    );
    return outcomeOf(answers, { recoveredMs, lost, faults });
  },
}));

/** Each process remembers flags by itself, and the proxy asks one after the other. */
const asksEach = 4;

/** How many of the answers say that the flag is on. */
async function timesOn(url: string, { userId, cookie }: Visitor): Promise<number> {
  let on = 0;
  for (let ask = 0; ask < asksEach; ask++) {
    const answer = await fetch(`${url}/users/${userId}/featureFlags`, { headers: { cookie } });
    if (FeatureFlags.parse(await answer.json())['approvals-opt-in-out']) on++;
  }
  return on;
}
