import { databaseUnavailable } from '../../platform/errors/api-error.ts';
import { throttledWarning } from '../../platform/observability/throttled-warning.ts';
import type { Services } from '../call/services.ts';

/** How many requests may wait for each connection of the pool. */
const maxWaitingPerConnection = 20;

const warnOfOverload = throttledWarning(
  'requests',
  'rejected requests, because too many wait for a database connection; see docs/operating/incidents/database-connections-exhausted.md',
);

/**
 * Rejects a request immediately when too many requests already wait for a database connection. Each of its statements would wait
 * again, so most such requests would time out halfway.
 */
export function rejectIfOverloaded({ pool, settings, log }: Services): void {
  if (pool.waitingCount < settings.DATABASE_POOL_SIZE * maxWaitingPerConnection) return;
  warnOfOverload({ log });
  // Logging the stack of each would take a third of a rejection's CPU time.
  throw databaseUnavailable(undefined, { isLogged: true });
}
