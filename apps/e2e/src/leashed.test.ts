import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';

const leashed = fileURLToPath(new URL('../leashed.mjs', import.meta.url));

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('what runs on the leash ends with its starter, even where that one is killed', async () => {
  const server = 'process.stdout.write(String(process.pid)); setInterval(() => undefined, 1000)';
  // As Playwright does: in a group of its own.
  const starter = `
    const { spawn } = require('node:child_process');
    const words = ${JSON.stringify([leashed, process.execPath, '-e', server])};
    spawn(process.execPath, words, { detached: true, stdio: ['ignore', 'inherit', 'inherit'] });`;
  const child = spawn(process.execPath, ['-e', starter], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [text] = (await once(child.stdout, 'data')) as [Buffer];
  const pid = Number(text.toString());
  expect(isAlive(pid)).toBe(true);
  child.kill('SIGKILL');
  await expect.poll(() => isAlive(pid), { timeout: 60_000 }).toBe(false);
});
