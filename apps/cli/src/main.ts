#!/usr/bin/env node
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitCodes } from './errors.ts';
import { openBrowser } from './login/open-browser.ts';
import { removeLocks } from './profile/lock.ts';
import { run } from './program.ts';

const controller = new AbortController();

/** The first signal ends what can be repeated. The second one ends the program at once. */
function interrupt(): void {
  if (controller.signal.aborted) process.exit(exitCodes.interrupted);
  controller.abort();
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
process.on('exit', removeLocks);

// What reads the output, such as `head`, may have ended.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  platform: process.platform,
  homeDirectory: os.homedir(),
  hostname: os.hostname(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: controller.signal,
  sleep: async (ms, signal) => {
    await sleep(ms, undefined, { signal });
  },
  openBrowser: (url) => openBrowser(url, process.env, process.platform),
});
