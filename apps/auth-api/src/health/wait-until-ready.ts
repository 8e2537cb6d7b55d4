import { setTimeout as sleep } from 'node:timers/promises';
import { checkConnectionLimit, checkDatabase } from '../db/check-database.ts';
import { explainConnectionError } from '../db/connection-errors.ts';
import { ApiError } from '../errors/api-error.ts';
import { AppError } from '../errors/app-error.ts';
import { errorType } from '../errors/error-type.ts';
import type { Services } from '../services.ts';
import { checkReadiness } from './readiness.ts';

const retryIntervalMs = 500;

/**
 * Waits until the API can serve requests. Until then its port stays closed, so that a proxy uses another replica. It waits for
 * a database that is unreachable, starting or not migrated, because restarting the API would not help. Settings that can
 * never work throw an error at once. Returns false if the process shuts down meanwhile.
 */
export async function waitUntilReady(services: Services, shutdownSignal: AbortSignal): Promise<boolean> {
  const { log } = services;
  let logged: string | null = null;
  for (;;) {
    const obstacle = await findObstacle(services);
    if (shutdownSignal.aborted) return false;
    if (obstacle === null) return true;
    if (obstacle.reason !== logged) {
      log.error({ err: obstacle.error }, `${obstacle.reason} The API waits, and listens as soon as it is ready.`);
      logged = obstacle.reason;
    }
    await sleep(retryIntervalMs, undefined, { signal: shutdownSignal }).catch(() => undefined);
  }
}

interface Obstacle {
  readonly reason: string;
  readonly error: unknown;
}

async function findObstacle(services: Services): Promise<Obstacle | null> {
  try {
    await checkDatabase(services);
    await checkReadiness(services);
    await checkConnectionLimit(services);
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.type === 'NotReady') return { reason: error.message, error };
    if (error instanceof AppError) throw error;
    const problem = explainConnectionError(error, 'DATABASE_URL');
    if (!problem) {
      throw new AppError(`The database query failed (${errorType(error)}). Check DATABASE_URL.`, { cause: error });
    }
    if (problem.isPermanent) throw new AppError(problem.message, { cause: error });
    return { reason: problem.message, error };
  }
}
