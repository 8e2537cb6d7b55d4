import '@testing-library/jest-dom';
import { jest } from '@jest/globals';
import { configure } from '@testing-library/react';
import { loadIcons } from '../src/index.ts';

// Other suites may run at the same time on a busy machine.
configure({ asyncUtilTimeout: 30_000 });

// By default, each query that fails prints the page into its error, also the queries that `findBy` and `waitFor` repeat. That is a sixth of
// the time of these tests. Set DEBUG_PRINT_LIMIT to see the page.
if (process.env['DEBUG_PRINT_LIMIT'] === undefined)
  configure({ getElementError: (message) => new Error(message ?? '') });

/** jsdom has no layout, so sizes never change. */
globalThis.ResizeObserver = class {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
};

beforeAll(loadIcons);

let consoleErrors: unknown[][] = [];

beforeEach(() => {
  consoleErrors = [];
  jest.spyOn(console, 'error').mockImplementation((...args: unknown[]) => {
    consoleErrors.push(args);
  });
});

// Errors that React or a component logs fail the test.
afterEach(() => {
  jest.restoreAllMocks();
  expect(consoleErrors).toEqual([]);
});
