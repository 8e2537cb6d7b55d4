import { ulidPattern } from '@portal/contract';
import { decodeTime } from 'ulid';
import { newId, newIdAt } from '../../../src/platform/lib/ids.ts';

describe('a new id', () => {
  it('is a unique ULID', () => {
    const ids = Array.from({ length: 10_000 }, newId);
    expect(ids.filter((id) => !ulidPattern.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has an even distribution of characters in its random part', () => {
    const letters = Array.from({ length: 10_000 }, () => newId().slice(10)).join('');
    const counts = new Map<string, number>();
    for (const letter of letters) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    expect(counts.size).toBe(32);
    // The expected count is 5,000 with a standard deviation of 70. Ten times that does not happen by chance.
    for (const count of counts.values()) expect(Math.abs(count - 5_000)).toBeLessThan(700);
  });

  it('contains its creation time', () => {
    expect(Math.abs(decodeTime(newId()) - Date.now())).toBeLessThan(60_000);
    expect(decodeTime(newIdAt(1_700_000_000_000))).toBe(1_700_000_000_000);
  });
});
