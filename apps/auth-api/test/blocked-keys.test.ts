import { BlockedKeys } from '../src/http/blocked-keys.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('a key that is over its limit', () => {
  it('is blocked until counting begins anew, and no other key is', () => {
    const keys = new BlockedKeys();
    keys.block('ada', 60_000);
    expect([keys.msLeft('ada'), keys.msLeft('bob')]).toEqual([60_000, null]);
    jest.advanceTimersByTime(59_999);
    expect(keys.msLeft('ada')).toBe(1);
    jest.advanceTimersByTime(1);
    expect(keys.msLeft('ada')).toBeNull();
    keys.block('ada', 1_000);
    expect(keys.msLeft('ada')).toBe(1_000);
  });

  it('is forgotten once 10,000 later ones are blocked, those that ended first', () => {
    const keys = new BlockedKeys();
    keys.block('long', 60_000);
    for (let at = 0; at < 9_999; at++) keys.block(`short ${at}`, 1_000);
    jest.advanceTimersByTime(1_000);
    for (let at = 0; at < 9_999; at++) keys.block(`later ${at}`, 30_000);
    expect(keys.msLeft('long')).toBe(59_000);
    keys.block('one more', 30_000);
    expect([keys.msLeft('long'), keys.msLeft('later 0'), keys.msLeft('one more')]).toEqual([null, 30_000, 30_000]);
  });
});
