import { AppError } from '../errors/app-error.ts';
import type { Services } from '../services.ts';
import { findPoolerProblem } from './check-pooler.ts';
import { jobPoolSize } from './pool.ts';
import { findVersionProblem } from './server-version.ts';

/** Throws an error if the API cannot use this database with these settings. */
export async function checkDatabase(services: Services): Promise<void> {
  const problem = (await findVersionProblem(services.pool)) ?? (await findPoolerProblem(services));
  if (problem !== null) throw new AppError(problem);
}

/** Logs a warning if the pools can open more connections than the database allows. */
export async function checkConnectionLimit({ pool, log, settings }: Services): Promise<void> {
  const { rows } = await pool.query<{ allowed: number }>(
    `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS allowed`,
  );
  const wanted = settings.DATABASE_POOL_SIZE + jobPoolSize;
  if (rows[0] && rows[0].allowed < wanted) {
    log.warn(
      { wanted, allowed: rows[0].allowed },
      'DATABASE_POOL_SIZE needs more connections than the database allows: lower it, or raise max_connections',
    );
  }
}
