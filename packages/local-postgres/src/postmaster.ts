import { spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { type RunAs, commandAs } from './run-as.ts';

/** PostgreSQL's main process, in a process group of its own so that a Ctrl-C in the terminal doesn't reach it. */
export interface Postmaster {
  /** Asks it to end its sessions and write everything out, and waits until it is gone. */
  stop(): Promise<void>;
  /** Resolves when it is gone. */
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  hasExited(): boolean;
}

// The shell holds the read end of a pipe whose other end is ours. Whether we close it or are killed, the read returns,
// and PostgreSQL is asked for a fast shutdown: so it never outlives whoever started it.
const watchdogScript = `
cleanup=$1; shift
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
(read -r _ <&3; kill -INT "$server") 2>/dev/null &
watcher=$!
wait "$server"
status=$?
kill "$watcher" 2>/dev/null
if [ -n "$cleanup" ]; then rm -rf "$cleanup"; fi
exit "$status"
`;

export interface PostmasterOptions {
  account: RunAs;
  logFile: string;
  /** A folder that goes when PostgreSQL has ended, also when we were killed. */
  removeOnExit?: string;
  /** After a polite request is ignored for this long, sessions are cut and recovery is left to the next start. */
  shutdownTimeoutMs?: number;
}

export async function spawnPostmaster(
  program: string,
  given: string[],
  { account, logFile, removeOnExit: removeAfterwards = '', shutdownTimeoutMs: patienceMs = 8000 }: PostmasterOptions,
): Promise<Postmaster> {
  const log = await open(logFile, 'a', 0o600);
  const { command, parameters, ids } = commandAs(account, '/bin/sh', [
    '-c',
    watchdogScript,
    'postgres-keeper',
    removeAfterwards,
    program,
    ...given,
  ]);
  const child = spawn(command, parameters, {
    ...ids,
    cwd: '/',
    detached: true,
    env: { LC_ALL: 'C', TZ: 'UTC', PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
    stdio: ['pipe', log.fd, log.fd],
  });
  let gone = false;
  const ended: Postmaster['exited'] = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      gone = true;
      resolve({ code, signal });
    });
  });
  // A pipe to a process that ended meanwhile: `ended` tells.
  child.stdin?.on('error', () => undefined);
  await log.close();

  const stop = async () => {
    if (gone) return;
    child.stdin?.destroy();
    const hurry = setTimeout(() => signalGroup(child.pid, 'SIGQUIT'), patienceMs);
    await ended;
    clearTimeout(hurry);
  };
  return { stop, exited: ended, hasExited: () => gone };
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid !== undefined) process.kill(-pid, signal);
}
