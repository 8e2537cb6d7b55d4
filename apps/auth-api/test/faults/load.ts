import { mixed, send, type Answer, type Ask } from './requests.ts';
import type { Visitor } from './stage.ts';

/** Requests that come at a fixed rate, whether or not earlier ones were answered. */
export interface Load {
  /** What was answered so far. */
  readonly answers: readonly Answer[];
  /** Sends no more, and resolves with every answer once the last is there. */
  stop(): Promise<readonly Answer[]>;
}

interface LoadOptions {
  readonly visitors: readonly Visitor[];
  readonly perSecond: number;
  /** Where the next request goes. */
  readonly target: () => string;
  readonly asks?: readonly ((visitor: Visitor) => Ask)[];
}

export function startLoad({ visitors, perSecond, target, asks = mixed }: LoadOptions): Load {
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
  const timer = setInterval(sendOne, 1_000 / perSecond);
  return {
    answers,
    async stop() {
      clearInterval(timer);
      await Promise.all(open);
      return answers;
    },
  };
}
