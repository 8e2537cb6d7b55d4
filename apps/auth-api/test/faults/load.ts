import { setTimeout as sleep } from 'node:timers/promises';
import { mixed, send, type Answer, type Ask, type Visitor } from './requests.ts';

/** Requests that come at a fixed rate, whether or not earlier ones were answered. */
export interface Load {
  /** What was answered so far. */
  readonly answers: readonly Answer[];
  /** Sends no more, and resolves with every answer once the last is there. */
  stop(): Promise<readonly Answer[]>;
  /** Goes on for so long and then stops; what is late on a busy machine is not made up for any more. */
  goOnFor(ms: number): Promise<readonly Answer[]>;
}

interface LoadOptions<Somebody extends Visitor> {
  readonly visitors: readonly Somebody[];
  readonly perSecond: number;
  /** Where the next request goes. */
  readonly target: () => string;
  readonly asks?: readonly ((visitor: Somebody) => Ask)[];
}

export function startLoad<Somebody extends Visitor>({
  visitors,
  perSecond,
  target,
  asks = mixed,
}: LoadOptions<Somebody>): Load {
  const answers: Answer[] = [];
  const open = new Set<Promise<void>>();
  let sent = 0;
  const sendOne = () => {
    const visitor = visitors[Math.floor(sent / asks.length) % visitors.length];
    const ask = asks[sent++ % asks.length];
    if (!visitor || !ask) throw new Error('There is nobody or nothing to ask.');
    const done = send(target(), ask(visitor)).then((answer) => {
      answers.push(answer);
      open.delete(done);
    });
    open.add(done);
  };
  const beganAt = performance.now();
  // A timer that comes late makes up for it, or the rate would be what the machine allows.
  let endsAt = Infinity;
  const sendDue = () => {
    if (performance.now() > endsAt) return;
    const due = ((performance.now() - beganAt) * perSecond) / 1_000;
    while (sent < due) sendOne();
  };
  const timer = setInterval(sendDue, Math.max(1, 1_000 / perSecond));
  const stop = async () => {
    clearInterval(timer);
    await Promise.all(open);
    return answers;
  };
  return {
    answers,
    stop,
    async goOnFor(ms) {
      endsAt = performance.now() + ms;
      await sleep(ms);
      return stop();
    },
  };
}
