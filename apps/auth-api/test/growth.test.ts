import { growthOf, type Point } from './soak/growth.ts';
import type { Sample } from './soak/samples.ts';
import { verdictsOf } from './soak/verdicts.ts';

const everySeconds = 15;

/** An hour of samples. */
const hourOf = (valueAt: (sample: number) => number): Point[] =>
  Array.from({ length: 240 }, (_, sample) => ({ at: (sample + 1) * everySeconds, value: valueAt(sample) }));

/** Memory goes up until it is collected, every eleventh sample. */
const sawtooth = (sample: number) => 100 + (sample % 11) * 6;

describe('growth over a soak', () => {
  it('is none where memory only goes up until it is collected', () => {
    expect(growthOf(hourOf(sawtooth))).toBeCloseTo(0, 5);
  });

  it('is found beneath what is collected', () => {
    const growth = growthOf(hourOf((sample) => sawtooth(sample) + sample / 6));
    // Forty in the hour, of which three quarters count.
    expect(growth).toBeGreaterThan(27);
    expect(growth).toBeLessThan(33);
  });

  it('does not count what a process takes until it is warm', () => {
    expect(growthOf(hourOf((sample) => sawtooth(sample) + Math.min(sample, 50) * 4))).toBeCloseTo(0, 5);
  });

  it('does not count a span that was odd', () => {
    const odd = (sample: number) => sawtooth(sample) + (sample > 200 && sample < 216 ? 500 : 0);
    expect(Math.abs(growthOf(hourOf(odd)))).toBeLessThan(5);
  });

  it('is none where nothing was measured', () => {
    expect(growthOf([])).toBe(0);
  });
});

describe('the verdict of a soak', () => {
  const samplesOf = (process: string, descriptorsAt: (sample: number) => number): Sample[] =>
    hourOf(descriptorsAt).map(({ at, value }) => ({ at, process, figures: { descriptors: value } }));

  it('names the process and the figure that grew, and no other', () => {
    const samples = [...samplesOf('replica 1', () => 40), ...samplesOf('replica 2', (sample) => 40 + sample / 12)];
    expect(verdictsOf(samples).map(({ process, figure, isFlat }) => [process, figure, isFlat])).toEqual([
      ['replica 1', 'descriptors', true],
      ['replica 2', 'descriptors', false],
    ]);
  });
});
