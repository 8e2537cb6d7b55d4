import { setTimeout as sleep } from 'node:timers/promises';
import { examine, repeatUnacknowledged } from '../effects.ts';
import { startLoad } from '../load.ts';
import { isDone, isTurnedAway, outcomeOf, wrong, type Outcome, type Scenario } from '../outcome.ts';
import { writes, type Answer } from '../requests.ts';
import type { Stage } from '../stage.ts';

const kills = { short: 3, full: 20 };

/** Only the answers that the death of the process kept from coming may be missing. */
const isDoneOrCut = (answer: Answer) => isDone(answer) || answer.status === 0 || isTurnedAway(answer);

export const suddenDeaths: Scenario = {
  name: 'API killed under writes, at random points',
  holds:
    'no rule of the data broken; a key if and only if its effect; each unanswered request, sent again with its ULID to a new process, happens exactly once',
  async run(stage, length): Promise<Outcome> {
    const all: Answer[] = [];
    const faults: string[] = [];
    let lost = 0;
    for (let kill = 0; kill < kills[length]; kill++) {
      const answers = await writeUntilKilled(stage, 200 + Math.random() * (length === 'short' ? 500 : 1_500));
      const before = await examine(stage, answers);
      const next = await stage.front();
      const again = await repeatUnacknowledged(stage, next.url, answers);
      const after = await examine(stage, answers);
      lost += after.lost;
      faults.push(
        ...before.faults,
        ...again.faults,
        ...after.faults,
        ...wrong(answers, isDoneOrCut, 'before the kill'),
      );
      all.push(...answers, ...again.repeated);
    }
    if (all.every(isDone)) faults.push('no request was cut off by a kill');
    return outcomeOf(all, { lost, faults });
  },
};

async function writeUntilKilled(stage: Stage, afterMs: number): Promise<readonly Answer[]> {
  const { url, doomed } = await stage.front();
  const asks = [writes.workspace, writes.invitation];
  const load = startLoad({ visitors: stage.visitors, perSecond: 60, target: () => url, asks });
  await sleep(afterMs);
  await doomed.stop('SIGKILL');
  return load.stop();
}
