import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from './connection.ts';
import type { Visit } from './visitors.ts';

/** How one request of a load ended; status 0 where its connection broke. */
export interface Answer {
  /** From the moment that it was due, whether or not it could be sent then. */
  readonly ms: number;
  /** When it was due, in seconds since the load began. */
  readonly at: number;
  readonly status: number;
  readonly retryAfter: string | null;
}

interface Load {
  readonly port: number;
  readonly perSecond: number;
  readonly seconds: number;
  readonly visits: readonly Visit[];
  readonly visitors: number;
}

/** Sends requests at a fixed rate, whether or not earlier ones were answered, each on a connection that is free. */
export async function openLoad({ port, perSecond, seconds, visits, visitors }: Load): Promise<Answer[]> {
  const free: Connection[] = [];
  const beganAt = performance.now();
  const send = async (n: number): Promise<Answer> => {
    const dueAt = beganAt + (n * 1_000) / perSecond;
    const ended = (status: number, retryAfter: string | null) => ({
      ms: performance.now() - dueAt,
      at: (dueAt - beganAt) / 1_000,
      status,
      retryAfter,
    });
    const connection = free.pop() ?? new Connection(port);
    try {
      const { status, retryAfter } = await connection.ask(requestOf(n, visits, visitors));
      free.push(connection);
      return ended(status, retryAfter);
    } catch {
      // It counts as one that broke, which no load may do.
      return ended(0, null);
    }
  };
  const sent: Promise<Answer>[] = [];
  while (sent.length < perSecond * seconds) {
    const due = ((performance.now() - beganAt) * perSecond) / 1_000;
    while (sent.length < Math.min(due, perSecond * seconds)) sent.push(send(sent.length));
    await sleep(1);
  }
  const answers = await Promise.all(sent);
  for (const connection of free) connection.close();
  return answers;
}

function requestOf(n: number, visits: readonly Visit[], visitors: number): string {
  const visit = visits[n % visits.length];
  if (!visit) throw new Error('There is nothing to ask.');
  return visit.request(1 + (n % visitors));
}

/** The time that so many of a hundred took at most. */
export function percentile(share: number, times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.max(Math.ceil((share / 100) * sorted.length), 1) - 1] ?? 0;
}
