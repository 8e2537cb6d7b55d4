import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const supervisor = new URL('../dist/start.js', import.meta.url).href;
const stacks: RunningStack[] = [];

export interface RunningStack {
  child: ChildProcess;
  offset: number;
  dataDir: string;
  output: () => string;
  exited: Promise<number | null>;
}

export async function stopStacks(): Promise<void> {
  for (const { child, dataDir } of stacks) {
    child.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
  }
}

interface StartOptions {
  readonly previous?: RunningStack;
  readonly demo?: boolean;
}

/** Starts a stack of its own, or the one of `previous` again. */
export async function startStack({ previous, demo = false }: StartOptions = {}): Promise<RunningStack> {
  const offset = previous?.offset ?? freeOffset();
  const dataDir = previous?.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'portal-stack-')));
  const program = `
    const { start } = await import(${JSON.stringify(supervisor)});
    process.exit(await start({ root: ${JSON.stringify(root)}, watch: false, verbose: false, demo: ${demo} }));`;
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

export async function waitUntil(condition: () => boolean, timeoutMs = 100_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`Timed out. Output:\n${stacks.map((each) => each.output()).join('\n')}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Kills a stack with all its services. A supervisor cannot clean up after SIGKILL; its services detect it themselves. */
export async function killStack(stack: RunningStack): Promise<void> {
  const processes = await processesOf(stack);
  stack.child.kill('SIGKILL');
  await waitUntil(() => !processes.some(isAlive));
}

/** All descendants of the supervisor. */
export async function processesOf({ child }: RunningStack): Promise<number[]> {
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

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
