import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';

const exitWithParent = fileURLToPath(new URL('../exit-with-parent.mjs', import.meta.url));

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a command exits with its parent, even if the parent is killed', async () => {
  const server = 'process.stdout.write(String(process.pid)); setInterval(() => undefined, 1000)';
  // In its own process group, as Playwright does.
  const parentScript = `
    const { spawn } = require('node:child_process');
    const args = ${JSON.stringify([exitWithParent, process.execPath, '-e', server])};
    spawn(process.execPath, args, { detached: true, stdio: ['ignore', 'inherit', 'inherit'] });`;
  const child = spawn(process.execPath, ['-e', parentScript], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [text] = (await once(child.stdout, 'data')) as [Buffer];
  const pid = Number(text.toString());
  expect(isAlive(pid)).toBe(true);
  child.kill('SIGKILL');
  await expect.poll(() => isAlive(pid), { timeout: 60_000 }).toBe(false);
});
