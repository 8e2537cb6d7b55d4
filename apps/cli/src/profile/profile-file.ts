import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { usageError } from '../errors.ts';
import type { Terminal } from '../terminal.ts';
import { parseProfile, type Profile } from './profile.ts';

export interface ProfileFile {
  /** What `--profile` needs; undefined for the default profile. */
  readonly name: string | undefined;
  readonly path: string;
  readonly lockPath: string;
  /** Null if there is no profile, or if its text is none. Throws if other users can read it. */
  read(): Profile | null;
  /** Replaces the profile at once. Only for the process that has the lock. */
  write(profile: Profile): void;
  remove(): void;
  /** Creates the folder, only for the user. */
  createFolder(): void;
}

/** Where profiles are. Source: the XDG base directory specification, which ignores relative paths. */
export function profileFolder({
  env,
  platform,
  homeDirectory,
}: Pick<Terminal, 'env' | 'platform' | 'homeDirectory'>): string {
  const configured = platform === 'win32' ? env['APPDATA'] : env['XDG_CONFIG_HOME'];
  const base = configured && path.isAbsolute(configured) ? configured : path.join(homeDirectory, '.config');
  return path.join(base, 'portal');
}

/** The functions here are synchronous: Ctrl-C is handled before or after, so there is never half a profile. */
export function createProfileFile(terminal: Terminal, name: string): ProfileFile {
  if (!/^[\w-]{1,60}$/.test(name)) throw usageError('The name of a profile has letters, digits, - and _ only.');
  const folder = profileFolder(terminal);
  const file = path.join(folder, `${name}.json`);
  const hasModes = terminal.platform !== 'win32';

  const refuseIfOpenToOthers = (target: string, mode: number, mask: number, command: string) => {
    if (hasModes && (mode & mask) !== 0)
      throw usageError(`Other users can open ${target}. Run: ${command} '${target}'`);
  };

  return {
    name: name === 'default' ? undefined : name,
    path: file,
    lockPath: `${file}.lock`,
    read() {
      const stats = fs.statSync(file, { throwIfNoEntry: false });
      if (stats === undefined) return null;
      refuseIfOpenToOthers(folder, fs.statSync(folder).mode, 0o022, 'chmod 700');
      refuseIfOpenToOthers(file, stats.mode, 0o077, 'chmod 600');
      const text = readIfExists(file);
      return text === null ? null : parseProfile(text);
    },
    write: (profile) => replaceFile(file, `${JSON.stringify(profile, null, 2)}\n`, hasModes),
    remove() {
      fs.rmSync(file, { force: true });
      for (const leftover of temporaryFilesOf(file)) fs.rmSync(leftover, { force: true });
    },
    createFolder: () => void fs.mkdirSync(folder, { recursive: true, mode: 0o700 }),
  };
}

/** Null if another process removed the file. */
export function readIfExists(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

export const hasCode = (error: unknown, ...codes: readonly string[]) =>
  typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));

/** What a process that was killed while it wrote the profile left. */
function temporaryFilesOf(file: string): string[] {
  const folder = path.dirname(file);
  const names = fs.readdirSync(folder).filter((name) => name.startsWith(`${path.basename(file)}.`));
  return names.filter((name) => name.endsWith('.tmp')).map((name) => path.join(folder, name));
}

/** Readers see the former file or the new one. After a loss of power, too. */
function replaceFile(file: string, text: string, canSyncFolders: boolean): void {
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    fs.writeFileSync(temporary, text, { flag: 'wx', mode: 0o600, flush: true });
    renameOver(temporary, file);
  } finally {
    fs.rmSync(temporary, { force: true });
  }
  if (canSyncFolders) syncFolder(path.dirname(file));
}

/** Windows refuses this while another process reads the file, so it is tried again for up to a second. */
function renameOver(from: string, to: string): void {
  for (let attemptsLeft = 40; ; attemptsLeft--) {
    try {
      fs.renameSync(from, to);
      return;
    } catch (error) {
      if (process.platform !== 'win32' || attemptsLeft === 0 || !hasCode(error, 'EPERM', 'EACCES', 'EBUSY'))
        throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 25);
    }
  }
}

function syncFolder(folder: string): void {
  const descriptor = fs.openSync(folder, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}
