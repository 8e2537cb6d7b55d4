import { Fault } from '../fault.ts';
import type { Services } from '../services.ts';
import { findPoolerFault } from './pooler.ts';
import { findVersionProblem } from './supported-version.ts';

/** The worker of jobs has as many beside those of the requests. */
const jobConnections = 5;

/** Fails where this database can't serve the API as the settings are. */
export async function checkDatabase(services: Services): Promise<void> {
  const problem = (await findVersionProblem(services.pool)) ?? (await findPoolerFault(services));
  if (problem !== null) throw new Fault(problem);
}

/** Warns where the settings ask for more connections than the database allows. */
export async function checkConnectionLimit({ pool, log, settings }: Services): Promise<void> {
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
}
