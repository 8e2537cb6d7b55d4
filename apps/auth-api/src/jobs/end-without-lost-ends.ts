import type { WorkerEvents } from 'graphile-worker';

/**
 * Lets a worker stop that could not write how its jobs ended. Once that failed twice, graphile-worker has miscounted what
 * is still to be written and would wait for it for ever. No job is at hand then, and `HeldJobs` settles those that are left.
 */
export function endWithoutLostEnds(events: WorkerEvents): GraphileConfig.Plugin {
  const isIdle = new Promise<void>((resolve) => {
    events.once('pool:fatalError', () => events.once('pool:gracefulShutdown:complete', () => resolve()));
  });
  return {
    name: 'end-without-lost-ends',
    version: '1.0.0',
    worker: { middleware: { poolGracefulShutdown: (next) => Promise.race([next(), isIdle]) } },
  };
}
