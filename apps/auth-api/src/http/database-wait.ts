import type { Services } from '../services.ts';
import { withTimeout } from '../with-timeout.ts';
import { databaseUnavailable } from './problem.ts';

/** How many requests may wait for each connection of the pool. */
const maxWaitingPerConnection = 20;

/**
 * Refuses a request at once if more requests wait for a connection than will get one in time. Otherwise each would wait again
 * for each of its statements, and most would be given up halfway.
 */
export function refuseIfOverloaded({ pool, settings }: Services): void {
  if (pool.waitingCount >= settings.DATABASE_POOL_SIZE * maxWaitingPerConnection) throw databaseUnavailable();
}

/** Runs a part of a request's work against the database. */
export type WithinDatabaseWait = <Result>(work: () => Promise<Result>) => Promise<Result>;

const graceMs = 100;

/** All parts of one request together wait for the database no longer than DATABASE_WAIT_MS, however many statements they need. */
export function limitDatabaseWait({ settings }: Services): WithinDatabaseWait {
  let leftMs = settings.DATABASE_WAIT_MS + graceMs;
  return async (work) => {
    const startedAt = performance.now();
    try {
      return await withTimeout(work(), leftMs, databaseUnavailable);
    } finally {
      leftMs -= performance.now() - startedAt;
    }
  };
}
