import { jest } from '@jest/globals';
import { pollVersion } from '../../src/app/version/poll-version.ts';

const twoMinutes = 2 * 60 * 1000;
const realFetch = globalThis.fetch;
let requests: string[] = [];

function mockManifest(respond: () => Response) {
  globalThis.fetch = (address) => {
    requests.push(address instanceof Request ? address.url : String(address));
    return Promise.resolve().then(respond);
  };
}

beforeEach(() => {
  requests = [];
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
  globalThis.fetch = realFetch;
});

test('[4.shared-interface-s.10] [7.version-check.1] [9.11] reports a new build at each check', async () => {
  let hash = 'a';
  mockManifest(() => Response.json({ hash }));
  const onNewVersion = jest.fn();
  pollVersion('a', onNewVersion);
  await jest.advanceTimersByTimeAsync(twoMinutes);
  expect(onNewVersion).not.toHaveBeenCalled();
  expect(requests[0]).toMatch(/^\/manifest\.json\?t=\d+$/);
  hash = 'b';
  await jest.advanceTimersByTimeAsync(3 * twoMinutes);
  expect(onNewVersion).toHaveBeenCalledTimes(3);
  expect(requests).toHaveLength(4);
});

const offline = () => {
  throw new TypeError('offline');
};

const failures: [string, () => Response][] = [
  ['no response', offline],
  ['an outage', () => new Response('{"hash":"b"}', { status: 503 })],
  ['a page instead', () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } })],
  ['no hash', () => Response.json({})],
];

test.each(failures)('[7.version-check.2] a failed check stops the polling: %s', async (_what, respond) => {
  mockManifest(respond);
  const onNewVersion = jest.fn();
  pollVersion('a', onNewVersion);
  await jest.advanceTimersByTimeAsync(5 * twoMinutes);
  expect(requests).toHaveLength(1);
  expect(onNewVersion).not.toHaveBeenCalled();
});

test('[7.version-check.1] each check bypasses every cache', async () => {
  mockManifest(() => Response.json({ hash: 'a' }));
  pollVersion('a', jest.fn());
  await jest.advanceTimersByTimeAsync(2 * twoMinutes);
  expect(new Set(requests).size).toBe(2);
});
