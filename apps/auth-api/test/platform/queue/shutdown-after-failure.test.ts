import { EventEmitter } from 'node:events';
import { setImmediate as nextTick } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { WorkerEvents } from 'graphile-worker';
import { shutdownAfterFailure } from '../../../src/platform/queue/shutdown-after-failure.ts';

const failure = 'pool:fatalError';
const shutdowns = ['pool:gracefulShutdown:complete', 'pool:gracefulShutdown:error'];
const orders = shutdowns.flatMap((shutdown) => [
  [failure, shutdown],
  [shutdown, failure],
]);

it.each(orders)('the worker is started again after %s and then %s', async (first = '', second = '') => {
  const events = new EventEmitter();
  const onResolved = jest.fn();
  const done = shutdownAfterFailure(events as WorkerEvents).then(onResolved);
  events.emit(first);
  await nextTick();
  expect(onResolved).not.toHaveBeenCalled();
  events.emit(second);
  await done;
});
