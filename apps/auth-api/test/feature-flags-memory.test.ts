import { jest } from '@jest/globals';
import { Memory } from '../src/feature-flags/memory.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const hourMs = 3_600_000;

/** A memory of an hour, and a host that fails at first. */
function hostAwayAtFirst() {
  const memory = new Memory<string>(hourMs);
  let asked = 0;
  const ask = () => {
    asked += 1;
    return asked === 1 ? Promise.reject(new Error('away')) : Promise.resolve(`answer ${asked}`);
  };
  return { of: (key: string) => memory.of(key, ask) };
}

describe('[3.14] what the analytics host said', () => {
  it('is believed for as long as the setting says', async () => {
    const { of } = hostAwayAtFirst();
    await expect(of('first')).rejects.toThrow('away');
    expect(await of('ada')).toBe('answer 2');
    jest.advanceTimersByTime(hourMs - 1);
    expect(await of('ada')).toBe('answer 2');
    jest.advanceTimersByTime(1);
    expect(await of('ada')).toBe('answer 3');
  });

  it('is asked for again ten seconds after it could not be learned, not at once and not only after the same while', async () => {
    const { of } = hostAwayAtFirst();
    await expect(of('ada')).rejects.toThrow('away');
    jest.advanceTimersByTime(9_999);
    await expect(of('ada')).rejects.toThrow('away');
    jest.advanceTimersByTime(1);
    expect(await of('ada')).toBe('answer 2');
    jest.advanceTimersByTime(hourMs - 1);
    expect(await of('ada')).toBe('answer 2');
  });
});
