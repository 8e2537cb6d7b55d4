import path from 'node:path';
import { progress, shown } from './progress.ts';
import { startStack } from './stack.ts';
import { localUrl, readStackSettings, type StackSettings } from './stack-settings.ts';
import { StartFailure } from './start-failure.ts';

export interface StartOptions {
  root: string;
  watch: boolean;
  verbose: boolean;
}

/** Runs the whole stack until a signal ends it; answers the exit code. */
export async function start({ root, watch, verbose }: StartOptions): Promise<number> {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const stopping = new AbortController();
  let kill = () => process.exit(1);
  const stopped = new Promise<void>((resolve) => {
    const onSignal = () => {
      if (stopping.signal.aborted) kill();
      stopping.abort();
      resolve();
    };
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal);
    whenOrphaned(onSignal);
  });

  try {
    const settings = readStackSettings(process.env, { root, watch, verbose });
    const stack = await startStack(settings, progress(print), stopping.signal);
    kill = () => {
      stack.kill();
      return process.exit(1);
    };
    for (const line of welcome(settings)) print(line);
    try {
      await Promise.race([stopped, stack.broken]);
      print('\nEnding everything …');
    } finally {
      await stack.stop();
    }
    print('All ended.');
    return 0;
  } catch (error) {
    if (stopping.signal.aborted) return 0;
    if (!(error instanceof StartFailure)) throw error;
    process.stderr.write(`\n${error.message}\n`);
    return 1;
  }
}

function welcome({ ports, dataDir }: StackSettings): string[] {
  return [
    '',
    `Ready: ${localUrl(ports.portal)}`,
    '  Sign in as    member@example.com, staff@systeminit.com, or newcomer@example.com (e-mail not verified)',
    '  Password      Correct-horse-1',
    `  Hosted app    ${localUrl(ports.hostedApp)}`,
    `  Your own      ${localUrl(ports.instance)}`,
    `  Stripe        ${localUrl(ports.stripe)}`,
    `  Analytics     ${localUrl(ports.analytics)}`,
    `  Mail          ${localUrl(ports.mail)}`,
    `  Logs          ${shown(path.join(dataDir, 'logs'))}`,
    '  Ctrl-C ends everything.',
  ];
}

/** npm doesn't always pass on that it was ended; that it is gone can be seen. */
function whenOrphaned(react: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    react();
  }, 1000);
  watch.unref();
}
