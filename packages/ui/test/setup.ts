import '@testing-library/jest-dom';
import { jest } from '@jest/globals';
import { configure } from '@testing-library/react';
import { loadIcons } from '../src/index.ts';

// Beside other suites on a busy machine.
configure({ asyncUtilTimeout: 30_000 });

/** jsdom lays nothing out, so no size ever changes. */
globalThis.ResizeObserver = class {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
};

beforeAll(loadIcons);

let errors: unknown[][] = [];

beforeEach(() => {
  errors = [];
  jest.spyOn(console, 'error').mockImplementation((...said: unknown[]) => {
    errors.push(said);
  });
});

// Whatever a component complains about is a fault of ours.
afterEach(() => {
  jest.restoreAllMocks();
  expect(errors).toEqual([]);
});
