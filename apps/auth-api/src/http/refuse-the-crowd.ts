import type { Services } from '../services.ts';
import { databaseUnavailable } from './problem.ts';

const perConnection = 20;

/**
 * Refuses a request at once where more wait for a connection than will get one in time. Let in, each would wait anew for
 * all that it asks, most would be given up halfway, and what was done for them would be for nobody.
 */
export function refuseTheCrowd({ pool, settings }: Services): void {
  if (pool.waitingCount >= settings.DATABASE_POOL_SIZE * perConnection) throw databaseUnavailable();
}
