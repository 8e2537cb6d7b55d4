import { spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { type RunAs, commandAs } from './run-as.ts';

/** PostgreSQL's main process, in its own process group, so that Ctrl-C in the terminal does not reach it. */
export interface Postmaster {
  /** Requests a fast shutdown and waits for the exit. */
  stop(): Promise<void>;
  /** Resolves when the process has exited. */
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  hasExited(): boolean;
}

// The shell reads from a pipe whose other end belongs to this process. When this process closes it or is killed, the read
// returns and PostgreSQL shuts down, so it never outlives its starter. The shell ignores the SIGQUIT to its process group, so that
// it still cleans up.
const watchdogScript = `
cleanup=$1; shift
trap '' QUIT
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
  runAs: RunAs;
  logFile: string;
  /** A folder to delete when PostgreSQL has exited, even if this process was killed. */
  removeOnExit?: string;
  /** After this time PostgreSQL is stopped immediately, and the next start recovers. */
  shutdownTimeoutMs?: number;
}

export async function spawnPostmaster(
  program: string,
  programArgs: string[],
  { runAs, logFile, removeOnExit = '', shutdownTimeoutMs = 8000 }: PostmasterOptions,
): Promise<Postmaster> {
  const log = await open(logFile, 'a', 0o600);
  const { command, args, ids } = commandAs(runAs, '/bin/sh', [
    '-c',
    watchdogScript,
    'postgres-watchdog',
    removeOnExit,
    program,
    ...programArgs,
  ]);
  const child = spawn(command, args, {
    ...ids,
    cwd: '/',
    detached: true,
    env: { LC_ALL: 'C', TZ: 'UTC', PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
    stdio: ['pipe', log.fd, log.fd],
  });
  let hasExited = false;
  const exited: Postmaster['exited'] = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      hasExited = true;
      resolve({ code, signal });
    });
  });
  // Ignore a broken pipe; `exited` reports the exit.
  child.stdin?.on('error', () => undefined);
  await log.close();

  const stop = async () => {
    if (hasExited) return;
    child.stdin?.destroy();
    const killTimer = setTimeout(() => signalGroup(child.pid, 'SIGQUIT'), shutdownTimeoutMs);
    await exited;
    clearTimeout(killTimer);
  };
  return { stop, exited, hasExited: () => hasExited };
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid !== undefined) process.kill(-pid, signal);
}
