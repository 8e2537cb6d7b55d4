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

test('[4.shared-interface-s.10] [7.version-check.1] [9.11] tells of another build at each check', async () => {
  let hash = 'a';
  manifestSays(() => Response.json({ hash }));
  const told = jest.fn();
  pollVersion('a', told);
  await jest.advanceTimersByTimeAsync(twoMinutes);
  expect(told).not.toHaveBeenCalled();
  expect(asked[0]).toMatch(/^\/manifest\.json\?t=\d+$/);
  hash = 'b';
  await jest.advanceTimersByTimeAsync(3 * twoMinutes);
  expect(told).toHaveBeenCalledTimes(3);
  expect(asked).toHaveLength(4);
});

const offline = () => {
  throw new TypeError('offline');
};

const failures: [string, () => Response][] = [
  ['no answer', offline],
  ['an outage', () => new Response('{"hash":"b"}', { status: 503 })],
  ['a page instead', () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } })],
  ['no hash', () => Response.json({})],
];

test.each(failures)('[7.version-check.2] a failure ends the asking: %s', async (_what, answer) => {
  manifestSays(answer);
  const told = jest.fn();
  pollVersion('a', told);
  await jest.advanceTimersByTimeAsync(5 * twoMinutes);
  expect(asked).toHaveLength(1);
  expect(told).not.toHaveBeenCalled();
});

test('[7.version-check.1] each question is asked past every cache', async () => {
  manifestSays(() => Response.json({ hash: 'a' }));
  pollVersion('a', jest.fn());
  await jest.advanceTimersByTimeAsync(2 * twoMinutes);
  expect(new Set(asked).size).toBe(2);
});
