import { jest } from '@jest/globals';
import '@testing-library/jest-dom';
import { cleanup, configure, getConfig } from '@testing-library/react';
import { server } from './api-server.ts';

const { getElementError } = getConfig();
configure({
  // Beside other suites on a busy machine.
  asyncUtilTimeout: 30_000,
  // What is looked for again has no need of a picture of the page; when it is given up, it is asked for another one.
  getElementError: (message, container) =>
    isLookedForAgain() ? new Error(message ?? '') : getElementError(message, container),
});

let complaints: unknown[][] = [];

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));

beforeEach(() => {
  complaints = [];
  jest.spyOn(console, 'error').mockImplementation((...what: unknown[]) => void complaints.push(what));
  jest.spyOn(console, 'warn').mockImplementation((...what: unknown[]) => void complaints.push(what));
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
  expect(complaints).toEqual([]);
});

afterAll(() => server.close());

function isLookedForAgain(): boolean {
  return (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true;
}
