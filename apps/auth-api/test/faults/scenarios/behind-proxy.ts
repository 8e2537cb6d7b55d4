import { setTimeout as sleep } from 'node:timers/promises';
import { examine, repeatUnacknowledged } from '../effects.ts';
import { startLoad } from '../load.ts';
import type { Length } from '../length.ts';
import { isDone, isTurnedAway, outcomeOf, wrong, type Outcome, type Scenario } from '../outcome.ts';
import type { Answer } from '../requests.ts';
import type { Stage } from '../stage.ts';

const rates: Readonly<Record<Length, number>> = { short: 15, full: 100 };

interface Plan {
  readonly name: string;
  readonly holds: string;
  /** What is done to the replicas while the load goes on. */
  readonly act: (stage: Stage) => Promise<void>;
  readonly isRight: (answer: Answer) => boolean;
}

const plans: readonly Plan[] = [
  {
    name: 'rolling restart of two replicas behind the proxy',
    holds: 'no request fails',
    async act(stage) {
      for (const replica of await stage.processes(2)) {
        await sleep(1_000);
        await replica.stop('SIGTERM');
        await stage.processes(2);
      }
      await sleep(1_000);
    },
    isRight: isDone,
  },
  {
    name: 'one of two replicas killed behind the proxy',
    holds: 'only what it was answering fails, with 503; repeated with its ULID that happens once',
    async act(stage) {
      const { doomed } = await stage.front();
      await sleep(1_000);
      await doomed.stop('SIGKILL');
      await sleep(3_000);
      await stage.processes(2);
      await sleep(1_000);
    },
    isRight: (answer) => isDone(answer) || isTurnedAway(answer),
  },
];

/** What only several replicas behind a proxy can show. */
export const behindProxy: readonly Scenario[] = plans.map(({ name, holds, act, isRight }) => ({
  name,
  holds,
  async run(stage, length): Promise<Outcome> {
    const { url } = await stage.front();
    const load = startLoad({ visitors: stage.visitors, perSecond: rates[length], target: () => url });
    await act(stage);
    const answers = await load.stop();
    const again = await repeatUnacknowledged(stage, url, answers);
    const { lost, faults } = await examine(stage, answers);
    faults.push(...wrong(answers, isRight, 'through the proxy'), ...again.faults);
    return outcomeOf([...answers, ...again.repeated], { lost, faults });
  },
}));
