import { fillTemplate, lostIds, overrideIni, recentSuccesses, worstGapMs } from '../../../faults/ha/measurements.ts';

const at = (time: number, status = 200, ms = 0) => ({ sentAt: time - ms, ms, status });

describe('the worst gap', () => {
  it('is the longest time between two successful responses, whatever failed in between', () =>
    expect(worstGapMs([at(10), at(20), at(30, 503), at(90), at(95)], 0, 100)).toBe(70));

  it('counts when a response arrives, not when its request was sent', () =>
    expect(worstGapMs([at(10), at(90, 200, 85)], 0, 100)).toBe(80));

  it('includes the time before the first and after the last success', () => {
    expect(worstGapMs([at(60), at(65)], 0, 100)).toBe(60);
    expect(worstGapMs([at(10), at(20)], 0, 100)).toBe(80);
  });

  it('is the whole time if nothing succeeded, and ignores responses outside it', () =>
    expect(worstGapMs([at(-5), at(50, 503), at(200)], 0, 100)).toBe(100));

  it('accepts results in any order', () => expect(worstGapMs([at(90), at(10), at(50)], 0, 100)).toBe(40));
});

it('counts the successes of the last second', () =>
  expect(recentSuccesses([at(100), at(950), at(980, 503), at(1_200)], 1_500, 1_000)).toBe(2));

it('finds acknowledged ids that are not stored, each once', () =>
  expect(lostIds(['a', 'b', 'b', 'c'], new Set(['a', 'd']))).toEqual(['b', 'c']));

describe('a file of the reference', () => {
  it('is filled in like by envsubst, and needs every value', () => {
    expect(fillTemplate('name: ${NAME}, $HOME, ${NAME}', { NAME: 'db-1' })).toBe('name: db-1, $HOME, db-1');
    expect(() => fillTemplate('${NAME}', {})).toThrow('The template needs a value for NAME.');
  });

  it('is changed line by line, and only where it has the line', () => {
    const ini = 'a = 1\nlisten = 2\n; b = 3\n';
    expect(overrideIni(ini, { listen: 'listen = 5' })).toBe('a = 1\nlisten = 5\n; b = 3\n');
    expect(() => overrideIni(ini, { b: 'b = 4' })).toThrow('The file has no line for b.');
  });
});
