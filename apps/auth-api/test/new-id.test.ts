import { ulidPattern } from '@portal/contract';
import { newId, randomHex } from '../src/new-id.ts';

describe('a new id', () => {
  it('is a ULID of its own, also beyond what is drawn at once', () => {
    const ids = Array.from({ length: 10_000 }, newId);
    expect(ids.filter((id) => !ulidPattern.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has each letter about as often as any other in its random part', () => {
    const letters = Array.from({ length: 10_000 }, () => newId().slice(10)).join('');
    const counts = new Map<string, number>();
    for (const letter of letters) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    expect(counts.size).toBe(32);
    // 5,000 of each are expected, give or take 70: ten times that does not happen by chance.
    for (const count of counts.values()) expect(Math.abs(count - 5_000)).toBeLessThan(700);
  });

  it('as hex has so many bytes, and is another each time, also beyond what is drawn at once', () => {
    const ids = Array.from({ length: 10_000 }, (_, at) => randomHex(at % 2 === 0 ? 16 : 8));
    expect(ids.filter((id, at) => !(at % 2 === 0 ? /^[0-9a-f]{32}$/ : /^[0-9a-f]{16}$/).test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
