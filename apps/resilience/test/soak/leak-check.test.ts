import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { gcOnSignalArgs, readMemoryAfterGc } from '../../soak/idle.ts';
import { checkGrowth, growthOf, type Point } from '../../soak/leak-check.ts';
import type { Sample } from '../../soak/samples.ts';
import { pollUntil } from '@portal/auth-api/test/support/polling.ts';

/** The idle pauses of an hour. Each replica takes its own time to become idle. */
const pauseSeconds = [905, 2_010, 3_100, 4_220];
const pointsOf = (values: readonly number[]): Point[] =>
  values.map((value, pause) => ({ at: pauseSeconds[pause] ?? Number.NaN, value }));

describe('the growth of a metric', () => {
  it('is near zero if the metric goes up and down', () => {
    expect(Math.abs(growthOf(pointsOf([100, 106, 99, 101])))).toBeLessThan(3);
  });

  it('is the difference between the first and the last pause', () => {
    const growth = growthOf(pointsOf([100, 111, 119, 130]));
    expect(growth).toBeGreaterThan(27);
    expect(growth).toBeLessThan(33);
  });

  it('ignores an outlier', () => {
    expect(Math.abs(growthOf(pointsOf([100, 100, 600, 100])))).toBeLessThan(1);
  });

  it('is zero without measurements', () => {
    expect(growthOf([])).toBe(0);
  });
});

describe('the result of a soak test', () => {
  const samplesOf = (process: string, isIdle: boolean, values: readonly number[]): Sample[] =>
    pointsOf(values).map(({ at, value }) => ({ at, isIdle, process, metrics: { descriptors: value } }));

  it('names the process and the metric that grew from pause to pause, whatever they were under load', () => {
    const samples = [
      ...samplesOf('replica 1', false, [40, 60, 80, 100]),
      ...samplesOf('replica 1', true, [30, 30, 31, 30]),
      ...samplesOf('replica 2', false, [40, 40, 40, 40]),
      ...samplesOf('replica 2', true, [30, 34, 37, 40]),
    ];
    expect(checkGrowth(samples).map(({ process, metric, max, isFlat }) => [process, metric, max, isFlat])).toEqual([
      ['replica 1', 'descriptors', 100, true],
      ['replica 2', 'descriptors', 40, false],
    ]);
  });
});

describe('the memory of a replica', () => {
  const children: ChildProcess[] = [];
  afterAll(() => children.forEach((child) => child.kill('SIGKILL')));

  const heapAfter = async (script: string): Promise<number> => {
    const child = spawn(
      process.execPath,
      [...gcOnSignalArgs, '--eval', `${script}; console.log('ready'); setInterval(() => {}, 1e6)`],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    children.push(child);
    const lines: string[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
    await pollUntil(
      () => Promise.resolve(lines.length),
      (count) => count > 0,
    );
    const { 'heap MB': heap = Number.NaN } = await readMemoryAfterGc({ pid: child.pid ?? 0, lines });
    return heap;
  };

  it('is measured without garbage', async () => {
    const empty = await heapAfter('');
    const garbage = await heapAfter('new Array(4e6).fill(0.5)');
    const retained = await heapAfter('globalThis.retained = new Array(4e6).fill(0.5)');
    expect(garbage - empty).toBeLessThan(5);
    expect(retained - empty).toBeGreaterThan(25);
  });
});
