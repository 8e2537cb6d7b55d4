import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiProcess } from '../../support/api-process.ts';
import { examine, repeatUnacknowledged } from '../effects.ts';
import { startLoad } from '../load.ts';
import { isDone, outcomeOf, wrong, type Outcome, type Scenario } from '../outcome.ts';
import { freePorts, startProxy } from '../proxy.ts';
import type { Answer } from '../requests.ts';

const replicas = 2;
const perSecond = 100;

/** What a scenario does with the replicas, which it can replace, while the load goes on. */
type Act = (running: readonly ApiProcess[], replace: (at: number) => Promise<void>) => Promise<void>;

interface Plan {
  readonly name: string;
  readonly holds: string;
  readonly act: Act;
  readonly isRight: (answer: Answer) => boolean;
}

const plans: readonly Plan[] = [
  {
    name: 'rolling restart of two replicas behind the proxy',
    holds: 'no request fails',
    async act(running, replace) {
      for (const [at, replica] of running.entries()) {
        await sleep(1_000);
        await replica.stop('SIGTERM');
        await replace(at);
      }
      await sleep(1_000);
    },
    isRight: isDone,
  },
  {
    name: 'one of two replicas killed behind the proxy',
    holds: 'only what it was answering fails, with 503; repeated with its ULID that happens once',
    async act([doomed], replace) {
      await sleep(1_000);
      await doomed?.stop('SIGKILL');
      await sleep(3_000);
      await replace(0);
      await sleep(1_000);
    },
    isRight: (answer) => isDone(answer) || (answer.status === 503 && answer.retryAfter !== null),
  },
];

/** Two replicas behind the proxy of docker-compose.yml, which has to be installed: `caddy` is the program. */
export const behindProxy = (caddy: string): readonly Scenario[] =>
  plans.map(({ name, holds, act, isRight }) => ({
    name,
    holds,
    async run(stage): Promise<Outcome> {
      const ports = await freePorts(replicas);
      const running = await Promise.all(
        ports.map((port) => stage.replica({ PORT: String(port), TRUSTED_PROXIES: '1' })),
      );
      const proxy = await startProxy(caddy, ports);
      const load = startLoad({ visitors: stage.visitors, perSecond, target: () => proxy.url });
      await act(running, async (at) => {
        running[at] = await stage.replica({ PORT: String(ports[at]), TRUSTED_PROXIES: '1' });
      });
      const answers = await load.stop();
      const again = await repeatUnacknowledged(stage, proxy.url, answers);
      const { lost, faults } = await examine(stage, answers);
      faults.push(...wrong(answers, isRight, 'through the proxy'), ...again.faults);
      await proxy.stop();
      await endAll(running);
      return outcomeOf([...answers, ...again.repeated], { lost, faults });
    },
  }));

const endAll = (running: readonly ApiProcess[]) => Promise.all(running.map((replica) => replica.stop('SIGKILL')));
