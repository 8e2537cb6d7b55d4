import type { Readiness } from '@portal/contract';
import { clockProblem, clockSkewSeconds } from '../database/clock.ts';
import { pendingMigrations } from '../database/pending-migrations.ts';
import { problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { checkDatabaseLogin } from './check-database-login.ts';

/**
 * Fails with `NotReady` and names what is missing, unless everything that a request needs is there. Clocks that disagree are
 * only reported as `degraded`: if the database's clock is wrong, failing would take every replica out of service.
 */
export async function checkReadiness(services: Services): Promise<Readiness> {
  await checkDatabaseLogin(services);
  const pending = await pendingMigrations(services.pool);
  if (pending.length > 0) throw problem('NotReady', { message: `Migrations are missing: ${pending.join(', ')}.` });
  if (services.tokens.publicJwks().keys.length === 0) {
    throw problem('NotReady', { message: 'There is no signing key.' });
  }
  const skewed = clockProblem(await clockSkewSeconds(services.pool));
  return {
    status: skewed === null ? 'ok' : 'degraded',
    checks: { database: 'ok', migrations: 'ok', signingKeys: 'ok', clock: skewed ?? 'ok' },
  };
}
