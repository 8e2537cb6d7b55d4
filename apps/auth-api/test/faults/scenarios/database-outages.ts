import { setTimeout as sleep } from 'node:timers/promises';
import { examine, repeatUnacknowledged } from '../effects.ts';
import { startLoad } from '../load.ts';
import { slack } from '../length.ts';
import { isDone, isPutOff, outcomeOf, slowerThan, wrong, type Outcome, type Scenario } from '../outcome.ts';
import type { Answer } from '../requests.ts';
import type { Stage } from '../stage.ts';
import { until } from '../../support/until.ts';
import { crowdOut, endSessions, forbidWrites } from './database-troubles.ts';

const answeredWithinMs = 2_000;
const backWithinMs = 5_000;

interface Outage {
  readonly name: string;
  /** Whether nobody notices before they have waited as long as they may. */
  readonly silent?: boolean;
  /** Whether connections may be replaced before anybody needs them. */
  readonly mayGoUnnoticed?: boolean;
  /** Brings the fault about; answers how it ends. */
  readonly begin: (stage: Stage) => Promise<() => Promise<void> | void>;
}

const outages: readonly Outage[] = [
  {
    name: 'PostgreSQL killed, then started again',
    async begin({ postgres }) {
      await postgres.kill();
      return () => postgres.restart();
    },
  },
  {
    name: 'PostgreSQL frozen',
    silent: true,
    async begin({ postgres }) {
      await postgres.freeze();
      return () => postgres.thaw();
    },
  },
  {
    name: 'network to PostgreSQL silent',
    silent: true,
    begin({ network }) {
      network.stall();
      return Promise.resolve(() => network.pass());
    },
  },
  {
    name: 'connections to PostgreSQL refused',
    begin({ network }) {
      network.refuse();
      return Promise.resolve(() => network.pass());
    },
  },
  { name: 'sessions of PostgreSQL ended over and over', mayGoUnnoticed: true, begin: endSessions },
  { name: 'no connection to PostgreSQL left', begin: crowdOut },
  { name: 'PostgreSQL takes no writes', begin: forbidWrites },
];

export const databaseOutages: readonly Scenario[] = outages.map(
  ({ name, silent = false, mayGoUnnoticed = false, begin }) => ({
    name,
    holds:
      '503 DatabaseUnavailable with Retry-After within 2 s, never 401, 500 or a redirect; back within 5 s; no acknowledged write lost; a repeat does it once',
    async run(stage, length): Promise<Outcome> {
      const { url } = await stage.front();
      const load = startLoad({ visitors: stage.visitors, perSecond: 30, target: () => url });
      await sleep(length === 'short' ? 300 : 2_000);
      const end = await begin(stage);
      await sleep(length === 'full' ? 8_000 : silent ? 3_600 : 600);
      const isFelt = () => Promise.resolve(mayGoUnnoticed || !load.answers.every(isDone));
      await until(isFelt, Boolean);
      await end();
      const endedAt = performance.now();
      await untilBack(load.answers, endedAt, backWithinMs * slack[length]);
      await sleep(length === 'short' ? 300 : 2_000);
      const answers = await load.stop();
      const late = answers.filter(({ sentAt, status }) => sentAt > endedAt && status !== 200);
      const recoveredMs = Math.max(0, ...late.map(({ sentAt, ms }) => sentAt + ms - endedAt));

      const { lost, faults } = await examine(stage, answers);
      const again = await repeatUnacknowledged(stage, url, answers);
      if (!mayGoUnnoticed && answers.every(isDone)) faults.push('the fault was not felt at all');
      faults.push(
        ...wrong(answers, (answer) => isDone(answer) || isPutOff(answer), 'while the database was away'),
        ...slowerThan(answeredWithinMs * slack[length], answers, 'while the database was away'),
        ...(recoveredMs > backWithinMs * slack[length]
          ? [`it took ${(recoveredMs / 1000).toFixed(1)} s to come back`]
          : []),
        ...again.faults,
      );
      return outcomeOf([...answers, ...again.repeated], { recoveredMs, lost, faults });
    },
  }),
);

/** Waits until half a second has gone well, or the time to recover is over. */
async function untilBack(answers: readonly Answer[], since: number, withinMs: number): Promise<void> {
  const isBack = () => {
    const last = answers.filter(({ sentAt }) => sentAt > Math.max(since, performance.now() - 500));
    return performance.now() > since + 500 && last.length > 5 && last.every(({ status }) => status === 200);
  };
  while (!isBack() && performance.now() < since + withinMs + 1_000) await sleep(50);
}
