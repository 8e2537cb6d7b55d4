import type { WorkerEvents } from 'graphile-worker';

/**
 * Resolves when a worker could not store the outcome of a job and has shut down, in either order: the jobs that run may end
 * while it shuts down. graphile-worker 0.17 ends all jobs then but may not settle its promise, whether its shutdown succeeds or
 * fails.
 */
export async function shutdownAfterFailure(events: WorkerEvents): Promise<void> {
  const failed = new Promise<void>((resolve) => {
    events.once('pool:fatalError', () => resolve());
  });
  const shutDown = new Promise<void>((resolve) => {
    events.once('pool:gracefulShutdown:complete', () => resolve());
    events.once('pool:gracefulShutdown:error', () => resolve());
  });
  await Promise.all([failed, shutDown]);
}
