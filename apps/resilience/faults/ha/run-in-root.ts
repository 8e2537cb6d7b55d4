import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { closeSync, openSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startExternalProcess, type ExternalProcess } from '../external-process.ts';
import type { HaPrograms } from './programs.ts';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
/** PostgreSQL, Patroni and PgBouncer refuse to run as root. */
const user = 'postgres';
/** On a busy machine Patroni takes long to start. */
const startTimeoutMs = 90_000;

/** A temporary folder in the system that has the programs. Paths of its files are those that the programs see. */
export interface WorkFolder {
  readonly path: string;
  /** The path as this process sees it. */
  readonly hostPath: string;
  write(name: string, content: string): Promise<string>;
  makeFolder(name: string): Promise<string>;
  remove(): Promise<void>;
}

export async function makeWorkFolder({ root }: HaPrograms): Promise<WorkFolder> {
  const hostPath = await mkdtemp(join(root, 'tmp/ha-'));
  const path = hostPath.slice(root === '/' ? 0 : root.replace(/\/$/, '').length);
  const owner = isRoot ? await ownerOf(root) : null;
  const giveToUser = async (file: string, mode: number) => {
    await chmod(file, mode);
    if (owner) await chown(file, owner.uid, owner.gid);
  };
  await giveToUser(hostPath, 0o755);
  return {
    path,
    hostPath,
    async write(name, content) {
      await writeFile(join(hostPath, name), content);
      await giveToUser(join(hostPath, name), 0o600);
      return join(path, name);
    },
    async makeFolder(name) {
      await mkdir(join(hostPath, name));
      await giveToUser(join(hostPath, name), 0o700);
      return join(path, name);
    },
    remove: () => rm(hostPath, { recursive: true, force: true }),
  };
}

async function ownerOf(root: string): Promise<{ uid: number; gid: number }> {
  const read = async (flag: string) => Number((await run('chroot', [root, 'id', flag, user])).stdout);
  return { uid: await read('-u'), gid: await read('-g') };
}

/** How to become the unprivileged user of `root`, or root there. */
const chrootTo = (root: string, asRoot: boolean) =>
  isRoot ? ['chroot', ...(asRoot ? [] : [`--userspec=${user}:${user}`]), root] : [];

/** Runs a program of `root` as the unprivileged user, until it ends. */
export async function runInRoot({ root }: HaPrograms, command: readonly string[]): Promise<void> {
  const [program = '', ...args] = [...chrootTo(root, false), ...command];
  await run(program, args);
}

interface RunOptions {
  readonly program: string;
  readonly args: readonly string[];
  /** A prefix, such as of `ip netns exec`. */
  readonly prefix?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Runs it as root instead of the unprivileged user. */
  readonly asRoot?: boolean;
  /** As this process sees it. */
  readonly logFile: string;
  readonly isReady: () => Promise<boolean>;
}

/** Starts a program of `root`. The prefix and chroot replace themselves by it, so the process id is the program's. */
export async function startInRoot({ root }: HaPrograms, options: RunOptions): Promise<ExternalProcess> {
  const { program, args, prefix = [], environment, asRoot = false, logFile, isReady } = options;
  const [command = program, ...rest] = [...prefix, ...chrootTo(root, asRoot), program, ...args];
  const log = openSync(logFile, 'a');
  try {
    return await startExternalProcess({
      program: command,
      args: rest,
      env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', ...environment },
      stdio: ['ignore', log, log],
      isReady,
      startTimeoutMs,
    });
  } finally {
    closeSync(log);
  }
}
