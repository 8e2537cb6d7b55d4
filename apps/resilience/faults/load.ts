import { setTimeout as sleep } from 'node:timers/promises';
import { mixedRequests, send, type RequestResult, type ApiRequest, type TestUser } from './requests.ts';

/** Open-loop load: requests start at a fixed rate, whether or not earlier ones have finished. */
export interface Load {
  /** The results so far. */
  readonly results: readonly RequestResult[];
  /** Stops sending and resolves with all results when the last response has arrived. */
  stop(): Promise<readonly RequestResult[]>;
  /** Stops after this time. Requests that are late by then, on a busy machine, are not sent. */
  stopAfter(ms: number): Promise<readonly RequestResult[]>;
}

interface LoadOptions<User extends TestUser> {
  readonly users: readonly User[];
  readonly requestsPerSecond: number;
  /** Returns the base URL for the next request. */
  readonly targetUrl: () => string;
  readonly requests?: readonly ((user: User) => ApiRequest)[];
}

export function startLoad<User extends TestUser>({
  users,
  requestsPerSecond,
  targetUrl,
  requests = mixedRequests,
}: LoadOptions<User>): Load {
  const results: RequestResult[] = [];
  const pending = new Set<Promise<void>>();
  let sent = 0;
  const sendNext = () => {
    const user = users[Math.floor(sent / requests.length) % users.length];
    const requestFor = requests[sent++ % requests.length];
    if (!user || !requestFor) throw new Error('The load needs at least one user and one request.');
    const done = send(targetUrl(), requestFor(user)).then((result) => {
      results.push(result);
      pending.delete(done);
    });
    pending.add(done);
  };
  const startedAt = performance.now();
  let stopsAt = Infinity;
  // A late timer sends all requests that are due, so that the rate does not depend on the machine.
  const sendDue = () => {
    if (performance.now() > stopsAt) return;
    const due = ((performance.now() - startedAt) * requestsPerSecond) / 1_000;
    while (sent < due) sendNext();
  };
  const timer = setInterval(sendDue, Math.max(1, 1_000 / requestsPerSecond));
  const stop = async () => {
    clearInterval(timer);
    await Promise.all(pending);
    return results;
  };
  return {
    results,
    stop,
    async stopAfter(ms) {
      stopsAt = performance.now() + ms;
      await sleep(ms);
      return stop();
    },
  };
}
