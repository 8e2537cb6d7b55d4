import type { Readiness } from '@portal/contract';
import { clockProblem, clockSkewSeconds } from '../database/clock.ts';
import { pendingMigrations } from '../database/pending-migrations.ts';
import { problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { checkDatabaseLogin } from './check-database-login.ts';

/**
 * Fails with `NotReady`, and with what is missing, unless everything is there that a request needs. Clocks that disagree
 * are reported and nothing more: sessions, codes and tokens expire by the database's clock, and a deployment that stopped
 * because that one is wrong would help nobody.
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
