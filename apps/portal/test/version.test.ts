import { jest } from '@jest/globals';
import { pollVersion } from '../src/app/version/poll-version.ts';

const twoMinutes = 2 * 60 * 1000;
const realFetch = globalThis.fetch;
let asked: string[] = [];

function manifestSays(answer: () => Response) {
  globalThis.fetch = (address) => {
    asked.push(address instanceof Request ? address.url : String(address));
    return Promise.resolve().then(answer);
  };
}

beforeEach(() => {
  asked = [];
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
  globalThis.fetch = realFetch;
});

test('tells of another build at the next check, once', async () => {
  let hash = 'a';
  manifestSays(() => Response.json({ hash }));
  const told = jest.fn();
  pollVersion('a', told);
  await jest.advanceTimersByTimeAsync(twoMinutes);
  expect(told).not.toHaveBeenCalled();
  expect(asked[0]).toMatch(/^\/manifest\.json\?t=\d+$/);
  hash = 'b';
  await jest.advanceTimersByTimeAsync(3 * twoMinutes);
  expect(told).toHaveBeenCalledTimes(1);
  expect(asked).toHaveLength(2);
});

test('a failure ends the asking', async () => {
  manifestSays(() => {
    throw new TypeError('offline');
  });
  const told = jest.fn();
  pollVersion('a', told);
  await jest.advanceTimersByTimeAsync(5 * twoMinutes);
  expect(asked).toHaveLength(1);
  expect(told).not.toHaveBeenCalled();
});
