import { setImmediate as nextTick } from 'node:timers/promises';
import { createLimit } from '../../../src/platform/lib/create-limit.ts';

it('runs so many pieces of work at a time, and the others in their order, also after one that fails', async () => {
  const limit = createLimit(2);
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const results = [0, 1, 2, 3].map((index) =>
    limit(async () => {
      started.push(index);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (index === 0) throw new Error('failed');
      return index;
    }).catch(() => 'failed'),
  );
  expect(started).toEqual([0, 1]);
  ends[0]?.();
  await nextTick();
  expect(started).toEqual([0, 1, 2]);
  ends[1]?.();
  await nextTick();
  expect(started).toEqual([0, 1, 2, 3]);
  ends.slice(2).forEach((end) => end());
  expect(await Promise.all(results)).toEqual(['failed', 1, 2, 3]);
});
