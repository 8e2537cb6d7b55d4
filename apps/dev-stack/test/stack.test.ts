import { readdir, readFile } from 'node:fs/promises';
import { isAlive, killStack, processesOf, startStack, stopStacks, waitUntil } from './running-stack.ts';

afterAll(stopStacks);

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
    await killStack(two);
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

/** Empty for a process that has exited. */
const commandOf = (pid: number) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
