import { setTimeout as sleep } from 'node:timers/promises';
import { ulid } from 'ulid';
import { examine } from '../effects.ts';
import { startLoad } from '../load.ts';
import { isDone, isPutOff, outcomeOf, slowerThan, wrong, type Outcome, type Scenario } from '../outcome.ts';
import { send, type Answer, type Ask } from '../requests.ts';
import type { Stage } from '../stage.ts';

const endsWithinMs = 10_000;
/** Balancers and browsers go on for a little; well within what the API allows them. */
const goesOnForMs = 400;

interface Hardship {
  readonly name: string;
  readonly holds: string;
  readonly takesLong: boolean;
  readonly begin: (stage: Stage) => void;
  readonly end: (stage: Stage) => void;
  readonly isRight: (answer: Answer) => boolean;
}

const hardships: readonly Hardship[] = [
  {
    name: 'SIGTERM under load',
    holds: 'every request is answered as ever',
    takesLong: false,
    begin: () => undefined,
    end: () => undefined,
    isRight: isDone,
  },
  {
    name: 'SIGTERM while the identity provider is silent',
    holds: 'every request is answered, those that wait for the provider with 503',
    takesLong: true,
    begin: ({ providerNetwork }) => providerNetwork.stall(),
    end: ({ providerNetwork }) => providerNetwork.pass(),
    isRight: (answer) => isDone(answer) || (answer.status === 503 && answer.type === 'IdentityProviderUnavailable'),
  },
  {
    name: 'SIGTERM while PostgreSQL is silent',
    holds: 'every request is answered, with 503',
    takesLong: true,
    begin: ({ network }) => network.stall(),
    end: ({ network }) => network.pass(),
    isRight: (answer) => isDone(answer) || isPutOff(answer),
  },
];

export const orderlyEnds: readonly Scenario[] = hardships.map(({ name, holds, takesLong, begin, end, isRight }) => ({
  name,
  takesLong,
  holds: `${holds}; no connection is broken; it ends within 10 s with code 0`,
  async run(stage, length): Promise<Outcome> {
    const { url, doomed } = length === 'short' ? await patient(stage) : await stage.front();
    const load = startLoad({ visitors: stage.visitors, perSecond: 40, target: () => url });
    await sleep(500);
    begin(stage);
    const asking = stage.visitors.flatMap(({ userId, cookie }) => {
      const body = { requestUlid: ulid() };
      const ask: Ask = { method: 'POST', path: `/users/${userId}/refresh-auth0-profile`, cookie, body };
      // The second waits for what the first is told.
      return [ask, ask];
    });
    const slow = asking.map((ask) => send(url, ask));
    await sleep(100);
    const toldAt = performance.now();
    const ended = doomed.stop();
    const answers = [...(await load.goOnFor(goesOnForMs)), ...(await Promise.all(slow))];
    const { code, signal } = await ended;
    const endedMs = performance.now() - toldAt;
    end(stage);

    const { lost, faults } = await examine(stage, answers);
    faults.push(...wrong(answers, isRight, 'while the process ended'));
    faults.push(...slowerThan(endsWithinMs, answers, 'while the process ended'));
    if (endedMs > endsWithinMs) faults.push(`it took ${(endedMs / 1000).toFixed(1)} s to end`);
    if (code !== 0) faults.push(`it ended with ${signal ?? String(code)}`);
    return outcomeOf(answers, { recoveredMs: endedMs, lost, faults });
  },
}));

/** A process that waits for a database that others keep busy: here it counts how it ends, not how soon it is answered. */
async function patient(stage: Stage) {
  const doomed = await stage.replica({ DATABASE_WAIT_MS: '8000' });
  return { url: doomed.url, doomed };
}
