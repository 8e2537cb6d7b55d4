import type { WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import { AppError } from '../errors/app-error.ts';

// graphile-worker 0.17 has no options for what a worker does when it loses the database. The two exports below change that, with
// its documented `pgPool` option and plugin middleware.

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/**
 * A pool whose connection errors have no code. For some codes graphile-worker retries with pauses of up to three minutes and
 * cannot be stopped meanwhile. Without a code it fails immediately, and `startJobWorker` starts the next worker.
 */
export class FailFastPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (!callback) return super.connect().catch((error: unknown) => Promise.reject(withoutCode(error)));
    super.connect((error, client, done) => callback(error && withoutCode(error), client, done));
    return undefined;
  }
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
