import { setTimeout as sleep } from 'node:timers/promises';
import { checkConnectionLimit, checkDatabase } from '../database/check-database.ts';
import { connectionFault } from '../database/connection-fault.ts';
import { errorType } from '../error-type.ts';
import { Fault } from '../fault.ts';
import { Problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { checkReadiness } from './readiness.ts';

const askAgainMs = 500;

/**
 * Waits until the API can serve requests: until then its port stays closed, so that a proxy asks another replica. A
 * database that is away, starting or not migrated yet is waited for, because a restart of the API would not help. Settings
 * that can't lead to the database are an error at once. Returns false when the process is told to stop meanwhile.
 */
export async function waitUntilReady(services: Services, stopping: AbortSignal): Promise<boolean> {
  const { log } = services;
  let reported: string | null = null;
  for (;;) {
    const obstacle = await findObstacle(services);
    if (stopping.aborted) return false;
    if (obstacle === null) return true;
    if (obstacle.reason !== reported) {
      log.error({ err: obstacle.error }, `${obstacle.reason} The API waits, and listens as soon as it is ready.`);
      reported = obstacle.reason;
    }
    await sleep(askAgainMs, undefined, { signal: stopping }).catch(() => undefined);
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
    if (error instanceof Problem && error.type === 'NotReady') return { reason: error.message, error };
    if (error instanceof Fault) throw error;
    const fault = connectionFault(error, 'DATABASE_URL');
    if (!fault) {
      throw new Fault(`The database can’t be asked (${errorType(error)}). Check DATABASE_URL.`, { cause: error });
    }
    if (fault.isLasting) throw new Fault(fault.words, { cause: error });
    return { reason: fault.words, error };
  }
}
