import { jest } from '@jest/globals';
import { SparingWarning } from '../src/sparing-warning.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('a warning of what strangers can bring about', () => {
  it('comes at once, then once a minute with how often it was, and at once again after a quiet time', () => {
    const told: number[] = [];
    const warning = new SparingWarning((times) => told.push(times), 60_000);
    const note = (times: number) => {
      for (let each = 0; each < times; each++) warning.note();
    };
    note(1_000);
    expect(told).toEqual([1]);
    jest.advanceTimersByTime(60_000);
    expect(told).toEqual([1, 999]);
    note(5);
    jest.advanceTimersByTime(59_999);
    expect(told).toEqual([1, 999]);
    jest.advanceTimersByTime(1);
    expect(told).toEqual([1, 999, 5]);
    jest.advanceTimersByTime(600_000);
    expect(told).toEqual([1, 999, 5]);
    note(1);
    expect(told).toEqual([1, 999, 5, 1]);
  });
});
