import { databaseUnavailable } from '../errors/api-error.ts';
import type { Services } from '../services.ts';

/** How many requests may wait for each connection of the pool. */
const maxWaitingPerConnection = 20;

/**
 * Rejects a request immediately when too many requests already wait for a database connection. Each of its statements would wait
 * again, so most such requests would time out halfway.
 */
export function rejectIfOverloaded({ pool, settings }: Services): void {
  if (pool.waitingCount >= settings.DATABASE_POOL_SIZE * maxWaitingPerConnection) throw databaseUnavailable();
}
