import { setTimeout as sleep } from 'node:timers/promises';
import { examine, repeatUnacknowledged } from '../effects.ts';
import { startLoad } from '../load.ts';
import { slack } from '../length.ts';
import { isDone, outcomeOf, slowerThan, wrong, type Outcome, type Scenario } from '../outcome.ts';

const ordinaryMs = 1_500;

export const twoReplicas: Scenario = {
  name: 'one of two processes killed',
  holds: 'the other goes on at its speed, and does what the dead one left unanswered, once',
  async run(stage, length): Promise<Outcome> {
    const [doomed, other] = await stage.processes(2);
    if (!doomed || !other) throw new Error('There are not two processes.');
    let turn = 0;
    const target = () => (isDead || turn++ % 2 === 0 ? other.url : doomed.url);
    let isDead = false;
    const load = startLoad({ visitors: stage.visitors, perSecond: 40, target });
    await sleep(length === 'short' ? 700 : 3_000);
    await doomed.stop('SIGKILL');
    isDead = true;
    const killedAt = performance.now();
    await sleep(length === 'short' ? 1_000 : 5_000);
    const answers = await load.stop();
    const again = await repeatUnacknowledged(stage, other.url, answers);
    const { lost, faults } = await examine(stage, answers);
    const later = answers.filter(({ sentAt }) => sentAt > killedAt);
    faults.push(
      ...wrong(answers, (answer) => isDone(answer) || answer.status === 0, 'from either process'),
      ...wrong(later, isDone, 'from the process that lives'),
      ...slowerThan(ordinaryMs * slack[length], later, 'from the process that lives'),
      ...again.faults,
    );
    return outcomeOf([...answers, ...again.repeated], { lost, faults });
  },
};
