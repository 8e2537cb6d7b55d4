import { errorType } from '../error-type.ts';
import { Fault } from '../fault.ts';
import type { Services } from '../services.ts';
import { connectionFault } from './connection-fault.ts';
import { findPoolerFault } from './pooler.ts';

/** The worker of jobs has as many beside those of the requests. */
const jobConnections = 5;

/**
 * Fails where the settings can't lead to the database. One that is only away is waited for: a restart of the API meanwhile
 * must not make it worse.
 */
export async function checkDatabase(services: Services): Promise<void> {
  const { pool, log, settings } = services;
  let poolerFault: string | null = null;
  try {
    poolerFault = await findPoolerFault(services);
    const { rows } = await pool.query<{ most: number }>(
      `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS most`,
    );
    const wanted = settings.DATABASE_POOL_SIZE + jobConnections;
    if (rows[0] && rows[0].most < wanted) {
      log.warn(
        { wanted, allowed: rows[0].most },
        'DATABASE_POOL_SIZE asks for more connections than the database allows: lower it, or raise max_connections',
      );
    }
  } catch (error) {
    const fault = connectionFault(error, 'DATABASE_URL');
    if (!fault)
      throw new Fault(`The database can’t be asked (${errorType(error)}). Check DATABASE_URL.`, { cause: error });
    if (fault.isLasting) throw new Fault(fault.words, { cause: error });
    log.error({ err: error }, `${fault.words} The API starts, and is ready as soon as the database answers.`);
  }
  if (poolerFault !== null) throw new Fault(poolerFault);
}
