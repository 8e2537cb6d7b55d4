import { jest } from '@jest/globals';
import { TimedCache } from '../../../src/platform/lib/timed-cache.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const hourMs = 3_600_000;

/** A cache for one hour, of a host whose first request fails. */
function cacheOfFailingHost() {
  const memory = new TimedCache<string>(hourMs);
  let requestCount = 0;
  const fetchFlags = () => {
    requestCount += 1;
    return requestCount === 1 ? Promise.reject(new Error('away')) : Promise.resolve(`response ${requestCount}`);
  };
  return { of: (key: string) => memory.get(key, fetchFlags) };
}

describe('[3.14] the flag cache', () => {
  it('keeps a value for the configured time', async () => {
    const { of } = cacheOfFailingHost();
    await expect(of('first')).rejects.toThrow('away');
    expect(await of('ada')).toBe('response 2');
    jest.advanceTimersByTime(hourMs - 1);
    expect(await of('ada')).toBe('response 2');
    jest.advanceTimersByTime(1);
    expect(await of('ada')).toBe('response 3');
  });

  it('retries a failed request after ten seconds', async () => {
    const { of } = cacheOfFailingHost();
    await expect(of('ada')).rejects.toThrow('away');
    jest.advanceTimersByTime(9_999);
    await expect(of('ada')).rejects.toThrow('away');
    jest.advanceTimersByTime(1);
    expect(await of('ada')).toBe('response 2');
    jest.advanceTimersByTime(hourMs - 1);
    expect(await of('ada')).toBe('response 2');
  });
});
