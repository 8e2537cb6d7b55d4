import { setTimeout as sleep } from 'node:timers/promises';
import { checkConnectionLimit, checkDatabase } from './check-database.ts';
import { explainConnectionError } from '../../platform/db/connection-errors.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { errorType } from '../../platform/errors/error-class.ts';
import { recordTermsVersion } from '../../request/account/legal-documents.ts';
import type { Services } from '../../request/call/services.ts';
import { checkReadiness } from './readiness.ts';

const retryIntervalMs = 500;

/**
 * Waits until the API can serve requests. Until then its port stays closed, so that a proxy uses another replica. It waits for
 * a database that is unreachable, starting or not migrated, because restarting the API would not help. Settings that can
 * never work throw an error immediately. Returns false if the process shuts down meanwhile.
 */
export async function waitUntilReady(services: Services, shutdownSignal: AbortSignal): Promise<boolean> {
  const { log } = services;
  let logged: string | null = null;
  for (;;) {
    const readinessError = await findReadinessError(services);
    if (shutdownSignal.aborted) return false;
    if (readinessError === null) return true;
    if (readinessError.reason !== logged) {
      log.error(
        { err: readinessError.error },
        `${readinessError.reason} Waiting; the API starts listening as soon as it is ready.`,
      );
      logged = readinessError.reason;
    }
    await sleep(retryIntervalMs, undefined, { signal: shutdownSignal }).catch(() => undefined);
  }
}

interface ReadinessError {
  readonly reason: string;
  readonly error: unknown;
}

async function findReadinessError(services: Services): Promise<ReadinessError | null> {
  try {
    await checkDatabase(services);
    await checkReadiness(services);
    await checkConnectionLimit(services);
    await recordTermsVersion(services);
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.type === 'NotReady') return { reason: error.message, error };
    if (error instanceof AppError) throw error;
    const explanation = explainConnectionError(error, 'DATABASE_URL');
    if (!explanation) {
      throw new AppError(`The database query failed (${errorType(error)}). Check DATABASE_URL.`, { cause: error });
    }
    if (explanation.isPermanent) throw new AppError(explanation.message, { cause: error });
    return { reason: explanation.message, error };
  }
}
