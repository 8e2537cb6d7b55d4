import type { WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { AppError } from '../errors/app-error.ts';

// graphile-worker 0.17 has no options for what a worker does when it loses the database. These two change it, with its documented
// `pgPool` option and plugin middleware.

type ConnectCallback = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;

/**
 * Wraps a pool so that its connection errors have no code. For some codes graphile-worker retries with pauses of up to three
 * minutes and cannot be stopped meanwhile. Without a code it fails at once, and `startJobWorker` starts the next worker.
 */
export function failFastPool(pool: pg.Pool): pg.Pool {
  const connect = (callback?: ConnectCallback) => {
    if (!callback) return pool.connect().catch((error: unknown) => Promise.reject(withoutCode(error)));
    pool.connect((error, client, done) => callback(error && withoutCode(error), client, done));
    return undefined;
  };
  return new Proxy(pool, {
    get: (target, name) => (name === 'connect' ? connect : (Reflect.get(target, name) as unknown)),
  });
}

const withoutCode = (error: unknown) => new AppError('No connection to the database.', { cause: error });

/**
 * Lets a worker stop after it failed to store the results of its jobs. After two failures graphile-worker miscounts the pending
 * writes and would wait for them forever. All jobs have ended by then, and `JobLocks` stores their results.
 */
export function shutdownPlugin(events: WorkerEvents): GraphileConfig.Plugin {
  const isIdle = new Promise<void>((resolve) => {
    events.once('pool:fatalError', () => events.once('pool:gracefulShutdown:complete', () => resolve()));
  });
  return {
    name: 'shutdown-after-fatal-error',
    version: '1.0.0',
    worker: { middleware: { poolGracefulShutdown: (next) => Promise.race([next(), isIdle]) } },
  };
}
