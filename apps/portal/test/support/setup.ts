import { jest } from '@jest/globals';
import '@testing-library/jest-dom';
import { cleanup, configure } from '@testing-library/react';
import { server } from './api-server.ts';

// Other suites may run on the same machine.
configure({ asyncUtilTimeout: 30_000 });

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
