import path from 'node:path';
import { users } from './demo/customer.ts';
import { createDemo } from './demo/demo.ts';
import { createProgress, displayPath } from './stack/progress.ts';
import { startStack } from './stack/stack.ts';
import { localUrl, readStackSettings, type StackSettings } from './stack/settings.ts';
import { StartError } from './stack/start-error.ts';

export interface StartOptions {
  root: string;
  watch: boolean;
  verbose: boolean;
  /** Create the demo's customer. */
  demo: boolean;
}

/** Runs the stack until a signal arrives. Resolves with the exit code. */
export async function start({ root, watch, verbose, demo }: StartOptions, launch = startStack): Promise<number> {
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
    onOrphaned(onSignal);
  });

  try {
    const settings = readStackSettings(process.env, { root, watch, verbose });
    const progress = createProgress(print);
    const stack = await launch(settings, progress, stopping.signal);
    kill = () => {
      stack.kill();
      return process.exit(1);
    };
    try {
      if (demo) {
        const created = progress.step('Demo', () => createDemo(settings, stopping.signal));
        await Promise.race([created, stack.failed]);
      }
      for (const line of welcomeLines(settings, demo)) print(line);
      await Promise.race([stopped, stack.failed]);
      print('\nStopping …');
    } finally {
      await stack.stop();
    }
    print('Stopped.');
    return 0;
  } catch (error) {
    // A signal stopped the start. Any other error is one, even if a signal arrives while the stack stops.
    if (error === stopping.signal.reason) return 0;
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`\n${error.message}\n`);
    return 1;
  }
}

function welcomeLines({ ports, dataDir }: StackSettings, demo: boolean): string[] {
  return [
    '',
    `Ready: ${localUrl(ports.portal)}`,
    '  Log in as      member@example.com, staff@systeminit.com, or newcomer@example.com (unverified email)',
    ...(demo
      ? [`  Demo           ${users.maya.email} (owner), ${users.tomas.email} (approver), ${users.priya.email}`]
      : []),
    '  Password       Correct-horse-1',
    `  Hosted app     ${localUrl(ports.hostedApp)}`,
    `  Local instance ${localUrl(ports.instance)}`,
    `  Stripe         ${localUrl(ports.stripe)}`,
    `  Auth0          ${localUrl(ports.auth0)}`,
    `  PostHog        ${localUrl(ports.posthog)}`,
    `  Mail           ${localUrl(ports.mail)}`,
    `  Logs           ${displayPath(path.join(dataDir, 'logs'))}`,
    '  Press Ctrl-C to stop.',
  ];
}

/** Detects the exit of npm by polling, because npm does not always forward signals. */
function onOrphaned(callback: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    callback();
  }, 1000);
  watch.unref();
}
