import { jest } from '@jest/globals';
import '@testing-library/jest-dom';
import { cleanup, configure } from '@testing-library/react';
import { server } from './api-server.ts';

// Other suites may run at the same time.
configure({ asyncUtilTimeout: 30_000 });

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
