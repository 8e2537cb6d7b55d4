import type { Readiness } from '@portal/contract';
import { clockSkewSeconds, describeClockSkew } from '../../platform/db/clock.ts';
import { findPendingMigrations } from '../../platform/db/migrations/pending-migrations.ts';
import { apiError } from '../../platform/errors/api-error.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Services } from '../../request/call/services.ts';
import { checkDatabase, checkWritable } from './check-database.ts';

/**
 * Throws `NotReady`, with the reason, unless everything that requests need is available. Clock skew is only reported as
 * `degraded`: if the database's clock is wrong, an error would take every replica out of service.
 */
export async function checkReadiness(services: Services): Promise<Readiness> {
  await checkDatabase(services).catch((error: unknown) => {
    throw error instanceof AppError ? apiError('NotReady', { message: error.message, cause: error }) : error;
  });
  await checkWritable(services);
  const pending = await findPendingMigrations(services.pool);
  if (pending.length > 0) throw apiError('NotReady', { message: `Migrations are missing: ${pending.join(', ')}.` });
  const withoutKey = services.signingKeys.missingPurposes();
  if (withoutKey.length > 0) {
    throw apiError('NotReady', { message: `There is no signing key for ${withoutKey.join(', ')}.` });
  }
  const skew = describeClockSkew(await clockSkewSeconds(services.pool));
  return {
    status: skew === null ? 'ok' : 'degraded',
    checks: { database: 'ok', migrations: 'ok', signingKeys: 'ok', clock: skew ?? 'ok' },
  };
}
