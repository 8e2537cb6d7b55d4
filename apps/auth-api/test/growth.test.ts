import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { growthOf, type Point } from './soak/growth.ts';
import { collecting, readHeld } from './soak/rest.ts';
import type { Sample } from './soak/samples.ts';
import { verdictsOf } from './soak/verdicts.ts';
import { until } from './support/until.ts';

/** A process comes to rest after each quarter of an hour, not to the second. */
const rests = [905, 2_010, 3_100, 4_220];
const hourOf = (values: readonly number[]): Point[] =>
  values.map((value, rest) => ({ at: rests[rest] ?? Number.NaN, value }));

describe('growth over a soak', () => {
  it('is none where it goes up and down', () => {
    expect(Math.abs(growthOf(hourOf([100, 106, 99, 101])))).toBeLessThan(3);
  });

  it('is all that came between the first rest and the last', () => {
    const growth = growthOf(hourOf([100, 111, 119, 130]));
    expect(growth).toBeGreaterThan(27);
    expect(growth).toBeLessThan(33);
  });

  it('does not count a rest that was odd', () => {
    expect(Math.abs(growthOf(hourOf([100, 100, 600, 100])))).toBeLessThan(1);
  });

  it('is none where nothing was measured', () => {
    expect(growthOf([])).toBe(0);
  });
});

describe('the verdict of a soak', () => {
  const samplesOf = (process: string, isAtRest: boolean, values: readonly number[]): Sample[] =>
    hourOf(values).map(({ at, value }) => ({ at, isAtRest, process, figures: { descriptors: value } }));

  it('names the process and the figure that grew at rest, whatever it was under load', () => {
    const samples = [
      ...samplesOf('replica 1', false, [40, 60, 80, 100]),
      ...samplesOf('replica 1', true, [30, 30, 31, 30]),
      ...samplesOf('replica 2', false, [40, 40, 40, 40]),
      ...samplesOf('replica 2', true, [30, 34, 37, 40]),
    ];
    expect(verdictsOf(samples).map(({ process, figure, most, isFlat }) => [process, figure, most, isFlat])).toEqual([
      ['replica 1', 'descriptors', 100, true],
      ['replica 2', 'descriptors', 40, false],
    ]);
  });
});

describe('what a replica holds', () => {
  const started: ChildProcess[] = [];
  afterAll(() => started.forEach((child) => child.kill('SIGKILL')));

  const heldBy = async (script: string): Promise<number> => {
    const child = spawn(
      process.execPath,
      [...collecting, '--eval', `${script}; console.log('ready'); setInterval(() => {}, 1e6)`],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    started.push(child);
    const lines: string[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
    await until(
      () => Promise.resolve(lines.length),
      (count) => count > 0,
    );
    const { 'heap MB': heap = Number.NaN } = await readHeld({ pid: child.pid ?? 0, lines });
    return heap;
  };

  it('is told without its garbage', async () => {
    const nothing = await heldBy('');
    const garbage = await heldBy('new Array(4e6).fill(0.5)');
    const kept = await heldBy('globalThis.kept = new Array(4e6).fill(0.5)');
    expect(garbage - nothing).toBeLessThan(5);
    expect(kept - nothing).toBeGreaterThan(25);
  });
});
