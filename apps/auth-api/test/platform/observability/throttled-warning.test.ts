import { jest } from '@jest/globals';
import { ThrottledWarning } from '../../../src/platform/observability/throttled-warning.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('a warning that unauthenticated requests can cause', () => {
  it('is logged at once, then once a minute with a count, and at once again after a quiet period', () => {
    const loggedCounts: number[] = [];
    const warning = new ThrottledWarning((times) => loggedCounts.push(times), 60_000);
    const recordTimes = (times: number) => {
      for (let each = 0; each < times; each++) warning.record();
    };
    recordTimes(1_000);
    expect(loggedCounts).toEqual([1]);
    jest.advanceTimersByTime(60_000);
    expect(loggedCounts).toEqual([1, 999]);
    recordTimes(5);
    jest.advanceTimersByTime(59_999);
    expect(loggedCounts).toEqual([1, 999]);
    jest.advanceTimersByTime(1);
    expect(loggedCounts).toEqual([1, 999, 5]);
    jest.advanceTimersByTime(600_000);
    expect(loggedCounts).toEqual([1, 999, 5]);
    recordTimes(1);
    expect(loggedCounts).toEqual([1, 999, 5, 1]);
  });
});
