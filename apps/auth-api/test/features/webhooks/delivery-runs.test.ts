import { setImmediate as nextTick } from 'node:timers/promises';
import { DeliveryRuns, type RunEnd } from '../../../src/features/webhooks/delivery-runs.ts';

/** Runs that end when the test says so. Webhooks are named by their owner: `a1`, `a2`, `b1`. */
function startRuns(limits = { total: 3, ofOwner: 2 }) {
  const started: string[] = [];
  const open = new Map<string, { readonly end: (end: RunEnd) => void; readonly shouldEnd: () => boolean }>();
  const runs = new DeliveryRuns((webhookId, shouldEnd) => {
    started.push(webhookId);
    return new Promise((resolve) => open.set(webhookId, { end: resolve, shouldEnd }));
  }, limits);
  return {
    runs,
    started,
    wake: (...ids: string[]) => ids.forEach((id) => runs.wake(id, id.charAt(0))),
    shouldEnd: (id: string) => open.get(id)?.shouldEnd(),
    end: async (id: string, end: RunEnd = 'done') => {
      open.get(id)?.end(end);
      await nextTick();
    },
  };
}

it('an owner has a few runs at a time, and the others wait in their order', async () => {
  const { wake, end, started } = startRuns({ total: 10, ofOwner: 2 });
  wake('a1', 'a2', 'a3', 'a4', 'b1');
  expect(started).toEqual(['a1', 'a2', 'b1']);
  await end('a2');
  await end('b1');
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
});

it('if all runs are taken, the next one is of the owner with the fewest', async () => {
  const { wake, end, started } = startRuns();
  wake('a1', 'a2', 'a3', 'b1', 'b2', 'c1');
  expect(started).toEqual(['a1', 'a2', 'b1']);
  await end('b1');
  expect(started.at(-1)).toBe('b2');
  await end('a1');
  expect(started.at(-1)).toBe('c1');
});

it('a run ends after its current event if another webhook waits because all runs are taken', () => {
  const { wake, shouldEnd } = startRuns();
  wake('a1', 'a2', 'b1');
  expect(shouldEnd('a1')).toBe(false);
  wake('a3');
  expect(shouldEnd('a1')).toBe(false);
  wake('c1');
  expect(shouldEnd('a1')).toBe(true);
});

it('a webhook has one run at a time, and another one if it was woken meanwhile or has more to send', async () => {
  const { wake, end, started } = startRuns();
  wake('a1', 'a1', 'a1');
  expect(started).toEqual(['a1']);
  await end('a1');
  expect(started).toEqual(['a1', 'a1']);
  await end('a1', 'more');
  expect(started).toEqual(['a1', 'a1', 'a1']);
  await end('a1');
  wake('b1');
  expect(started).toEqual(['a1', 'a1', 'a1', 'b1']);
});

it('a webhook that has more to send waits behind those that already wait', async () => {
  const { wake, end, started } = startRuns({ total: 1, ofOwner: 1 });
  wake('a1', 'b1');
  await end('a1', 'more');
  await end('b1');
  expect(started).toEqual(['a1', 'b1', 'a1']);
});

it('at the end, runs end after their current events, and the webhooks with more to send are named', async () => {
  const { runs, wake, end, started, shouldEnd } = startRuns();
  wake('a1', 'a2', 'a3', 'b1');
  wake('a2');
  const passedOn: string[] = [];
  const stopped = runs.stop((id) => {
    passedOn.push(id);
    return Promise.resolve();
  });
  expect(passedOn).toEqual(['a3']);
  expect(shouldEnd('a1')).toBe(true);
  await end('a1');
  await end('a2');
  await end('b1', 'more');
  await stopped;
  expect(passedOn.sort()).toEqual(['a2', 'a3', 'b1']);
  expect(started).toEqual(['a1', 'a2', 'b1']);
});
