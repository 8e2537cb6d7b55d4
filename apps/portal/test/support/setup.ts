import { jest } from '@jest/globals';
import '@testing-library/jest-dom';
import { cleanup, configure } from '@testing-library/react';
import { server } from './api-server.ts';

// Other suites may run at the same time.
configure({ asyncUtilTimeout: 30_000 });

// By default, each query that fails prints the page into its error, also the queries that `findBy` and `waitFor` repeat. That is a sixth of
// the time of these tests. Set DEBUG_PRINT_LIMIT to see the page.
if (process.env['DEBUG_PRINT_LIMIT'] === undefined)
  configure({ getElementError: (message) => new Error(message ?? '') });

// Like the browser tests: retry once in CI. `npm test` names the tests that needed it, because each may have a race.
if (process.env['CI'] !== undefined) jest.retryTimes(1, { logErrorsBeforeRetry: true });

let consoleCalls: unknown[][] = [];

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));

beforeEach(() => {
  consoleCalls = [];
  jest.spyOn(console, 'error').mockImplementation((...args: unknown[]) => void consoleCalls.push(args));
  jest.spyOn(console, 'warn').mockImplementation((...args: unknown[]) => void consoleCalls.push(args));
  window.scrollTo = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;
});

afterEach(() => {
  cleanup();
  server.resetHandlers();
  jest.restoreAllMocks();
  sessionStorage.clear();
  localStorage.clear();
  // A console error fails the test that caused it.
  expect(consoleCalls).toEqual([]);
});

afterAll(() => server.close());
