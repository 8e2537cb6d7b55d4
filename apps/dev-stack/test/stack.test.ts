import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const supervisor = new URL('../dist/start.js', import.meta.url).href;
const stacks: Stack[] = [];

interface Stack {
  child: ChildProcess;
  offset: number;
  dataDir: string;
  output: () => string;
  exited: Promise<number | null>;
}

afterAll(async () => {
  for (const { child, dataDir } of stacks) {
    child.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
  }
});

describe('a whole stack', () => {
  it('runs next to another one, and stops within ten seconds of a signal without orphans', async () => {
    const [one, two] = await Promise.all([startStack(), startStack()]);
    await Promise.all([one, two].map((stack) => waitUntil(() => stack.output().includes('Ready: '))));
    for (const { offset } of [one, two]) {
      expect((await fetch(`http://localhost:${9000 + offset}/config.json`)).status).toBe(200);
      expect((await fetch(`http://localhost:${9001 + offset}/health/ready`)).status).toBe(200);
    }
    const processes = await processesOf(one);
    expect(processes.length).toBeGreaterThan(5);

    const stoppedAt = performance.now();
    one.child.kill('SIGINT');
    expect(await one.exited).toBe(0);
    expect(performance.now() - stoppedAt).toBeLessThan(10_000);
    expect(processes.filter(isAlive)).toEqual([]);
    expect(await readdir(one.dataDir)).not.toContain('running.json');

    expect((await fetch(`http://localhost:${9001 + two.offset}/health/ready`)).status).toBe(200);
    await expectStopAfterKill(two);
  });

  it('reports which service died, stops the others and fails', async () => {
    const stack = await startStack();
    await waitUntil(() => stack.output().includes('Ready: '));
    const processes = await processesOf(stack);
    const commands = await Promise.all(processes.map(commandOf));
    const victim = processes[commands.findIndex((command) => command.includes('mail/main.js'))];
    process.kill(Number(victim), 'SIGKILL');
    expect(await stack.exited).toBe(1);
    expect(stack.output()).toContain('The mail server was killed by SIGKILL.');
    expect(processes.filter(isAlive)).toEqual([]);
  });
});

/** A supervisor cannot clean up after SIGKILL; its services detect it themselves. */
async function expectStopAfterKill(stack: Stack): Promise<void> {
  const processes = await processesOf(stack);
  stack.child.kill('SIGKILL');
  await waitUntil(() => !processes.some(isAlive));
}

async function startStack(): Promise<Stack> {
  const offset = freeOffset();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-stack-'));
  const program = `
    const { start } = await import(${JSON.stringify(supervisor)});
    process.exit(await start({ root: ${JSON.stringify(root)}, watch: false, verbose: false }));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT_OFFSET: String(offset) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const exited = once(child, 'close').then(([code]) => code as number | null);
  const stack = { child, offset, dataDir, output: () => output, exited };
  stacks.push(stack);
  return stack;
}

/** An offset that no other stack of these tests has, because that stack may not have opened its ports yet. */
function freeOffset(): number {
  const finder = path.join(root, 'apps/e2e/find-free-port-offset.mjs');
  const offset = Number(execFileSync(process.execPath, [finder], { encoding: 'utf8' }));
  return stacks.some((stack) => stack.offset === offset) ? freeOffset() : offset;
}

/** All descendants of the supervisor. */
async function processesOf({ child }: Stack): Promise<number[]> {
  const parents = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => ({ pid: Number(name), parent: await parentOf(name) })),
  );
  const below = (pid: number): number[] =>
    parents.filter(({ parent }) => parent === pid).flatMap((each) => [each.pid, ...below(each.pid)]);
  return below(child.pid ?? 0);
}

async function parentOf(pid: string): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z 0');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** Empty for a process that has exited. */
const commandOf = (pid: number) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function waitUntil(condition: () => boolean, timeoutMs = 100_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`Timed out. Output:\n${stacks.map((each) => each.output()).join('\n')}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
