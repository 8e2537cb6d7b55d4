import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const config = (name: string) => fileURLToPath(new URL(`../../../packages/config/${name}`, import.meta.url));

/** What Jest writes of a run. */
interface Report {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

let project: string;
beforeEach(async () => {
  project = await mkdtemp(path.join(tmpdir(), 'node-tests-'));
  await mkdir(path.join(project, 'test'));
  await writeFile(path.join(project, 'package.json'), '{ "type": "module" }');
  await writeFile(
    path.join(project, 'jest.config.mjs'),
    `import { forNode } from ${JSON.stringify(config('jest.mjs'))};
     export default forNode({ maxWorkers: 1 });`,
  );
});
afterEach(() => rm(project, { recursive: true }));

/** Runs these files one after the other, and tells how each test ended and what was said of those that failed. */
async function outcomeOf(files: Record<string, string>): Promise<{ ended: Record<string, string>; said: string }> {
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(project, 'test', name), text);
  const child = spawn(process.execPath, [config('bin/portal-jest.mjs')], { cwd: project, stdio: 'ignore' });
  await once(child, 'exit');
  const { testResults } = JSON.parse(await readFile(path.join(project, '.reports/jest.json'), 'utf8')) as Report;
  const ended = testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ title, status }) => [title, status] as const),
  );
  return { ended: Object.fromEntries(ended), said: testResults.map(({ message }) => message).join('\n') };
}

describe('tests of what runs in Node', () => {
  it('fail for each reason there is to fail, and tell the line', async () => {
    const { ended, said } = await outcomeOf({
      'failures.test.ts': `interface Erased { readonly one: number }
        const two: Erased = { one: 2 };
        it('holds', () => expect(two.one).toBe(2));
        it('does not hold', () => {
          expect(two.one).toBe(1);
        });
        describe('in a block', () => {
          it('takes too long', () => new Promise(() => undefined), 50);
          it.each([1])('does not hold for %j', (one) => {
            expect(one).toBe(2);
          });
        });
        it('throws later', async () => {
          setTimeout(() => { throw new Error('later'); });
          await new Promise((resolve) => setTimeout(resolve, 50));
        });
        describe('without what it needs', () => {
          beforeAll(() => Promise.reject(new Error('not made')));
          it('can’t begin', () => undefined);
        });`,
    });
    expect(ended).toEqual({
      holds: 'passed',
      'does not hold': 'failed',
      'does not hold for 1': 'failed',
      'takes too long': 'failed',
      'throws later': 'failed',
      'can’t begin': 'failed',
    });
    for (const place of ['5:27', '8:11', '10:25']) expect(said).toContain(`failures.test.ts:${place}`);
    for (const reason of ['Exceeded timeout of 50 ms', 'later', 'not made']) expect(said).toContain(reason);
  });

  it('fail as a file that can’t be loaded', async () => {
    const { ended, said } = await outcomeOf({
      'broken.test.ts': `import './nowhere.ts'; it('is not reached', () => 1);`,
    });
    expect(ended).toEqual({});
    expect(said).toContain('nowhere.ts');
  });

  it('end by themselves, though a test that failed left a server open', async () => {
    const { ended } = await outcomeOf({
      'open.test.ts': `import { createServer } from 'node:http';
        it('leaves a server open', async () => {
          await new Promise((resolve) => createServer().listen(0, resolve));
          setInterval(() => undefined, 1_000);
          expect(1).toBe(2);
        });`,
    });
    expect(ended).toEqual({ 'leaves a server open': 'failed' });
  });

  it('share what they import, and leave no spy, clock, limit or listener to the next file', async () => {
    const file = (name: string) => `import { setTimeout as pause } from 'node:timers/promises';
      import { counted, listeners } from './counted.ts';
      listeners.add(globalThis[Symbol.for('EVENT_HANDLERS')].length);
      it('${name} finds all as it should be', () => {
        counted.push('${name}');
        expect(listeners.size).toBe(1);
        expect(Date.now()).toBeGreaterThan(0);
        expect(setTimeout.name).toBe('setTimeout');
        jest.spyOn(Date, 'now').mockReturnValue(0);
        jest.useFakeTimers();
        setTimeout(() => counted.push('never'), 1);
        jest.setTimeout(1);
        jest.retryTimes(1);
      });
      it('${name} has the time it needs', () => pause(20));
      it('${name} is told once', () => expect(counted.filter((each) => each === '${name}')).toHaveLength(1));
      it('${name} is number ' + counted.length, () => undefined);`;
    const { ended } = await outcomeOf({
      'counted.ts': 'export const counted: string[] = []; export const listeners = new Set<number>();',
      'a.test.ts': file('a'),
      'b.test.ts': file('b'),
    });
    expect(Object.values(ended)).toEqual(Array(8).fill('passed'));
    expect(Object.keys(ended).filter((title) => / is number [01]$/.test(title))).toHaveLength(2);
  });
});
