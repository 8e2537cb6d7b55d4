import { fetchedOnce } from '../src/app/fetched-once.ts';

test('code is fetched once, and then there at once', async () => {
  let fetched = 0;
  const code = fetchedOnce(() => Promise.resolve((fetched += 1)));
  expect(() => code.get()).toThrow('Nobody has fetched this code');
  await Promise.all([code.fetch(), code.fetch()]);
  expect(code.fetch()).toBeUndefined();
  expect(code.get()).toBe(1);
});

test('what could not be fetched says why, and is fetched once more', async () => {
  const answers = [Promise.reject(new Error('Failed to fetch dynamically imported module')), Promise.resolve('code')];
  const code = fetchedOnce(() => answers.shift() ?? Promise.reject(new Error('asked too often')));
  await code.fetch();
  expect(() => code.get()).toThrow('Failed to fetch dynamically imported module');
  await code.fetch();
  expect(code.get()).toBe('code');
});
