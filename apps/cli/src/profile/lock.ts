import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { CliError, exitCodes } from '../errors.ts';
import type { Terminal } from '../terminal.ts';
import { hasCode, readIfExists } from './profile-file.ts';

/** Older locks are taken over. So nothing that has a lock may take longer. */
export const maxLockAgeMs = 30_000;
const maxWaitMs = 60_000;

/** What a lock file says about its process. */
interface LockOwner {
  readonly id: string;
  readonly pid: number;
  readonly host: string;
  readonly time: number;
}

const createdLocks = new Map<string, string>();

/** Removes the locks of this process when it has to exit at once. */
export function removeLocks(): void {
  for (const [path, id] of createdLocks) releaseLock(path, id);
}

/**
 * Runs `run` while no other process has the lock. While it waits, it asks `shortcut`, whose result it returns if there is one: what
 * another process made of the same need.
 */
export async function withLock<Value>(
  lockPath: string,
  { hostname, sleep, signal }: Terminal,
  run: () => Promise<Value> | Value,
  shortcut: () => Value | undefined = () => undefined,
): Promise<Value> {
  const owner = { id: randomUUID(), pid: process.pid, host: hostname };
  for (const startedAt = Date.now(); !tryLock(lockPath, owner);) {
    removeIfStale(lockPath, hostname);
    if (Date.now() - startedAt > maxWaitMs)
      throw new CliError(
        `Another process of portal does not finish. If none runs, delete ${lockPath}`,
        exitCodes.refused,
      );
    await sleep(20 + Math.random() * 60, signal);
    const value = shortcut();
    if (value !== undefined) return value;
  }
  try {
    return await run();
  } finally {
    releaseLock(lockPath, owner.id);
  }
}

function tryLock(lockPath: string, owner: Omit<LockOwner, 'time'>): boolean {
  if (!createExclusively(lockPath, JSON.stringify({ ...owner, time: Date.now() }))) return false;
  createdLocks.set(lockPath, owner.id);
  return true;
}

function createExclusively(file: string, text: string): boolean {
  try {
    fs.writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    // Windows answers EPERM while another process deletes the file.
    if (hasCode(error, 'EEXIST') || (process.platform === 'win32' && hasCode(error, 'EPERM'))) return false;
    throw error;
  }
}

function releaseLock(lockPath: string, id: string): void {
  if (readOwner(lockPath)?.id === id) fs.rmSync(lockPath, { force: true });
  createdLocks.delete(lockPath);
}

/**
 * Only the process that creates the file beside the lock may remove the lock, after it has looked again. Otherwise, of two processes that
 * saw the same stale lock, the slower one would remove the new lock of the faster one.
 */
function removeIfStale(lockPath: string, hostname: string): void {
  if (!isStale(lockPath, hostname)) return;
  const takeover = `${lockPath}.takeover`;
  if (!createExclusively(takeover, '')) {
    if (ageOf(takeover) > maxLockAgeMs) fs.rmSync(takeover, { force: true });
    return;
  }
  try {
    if (isStale(lockPath, hostname)) fs.rmSync(lockPath, { force: true });
  } finally {
    fs.rmSync(takeover, { force: true });
  }
}

function isStale(lockPath: string, hostname: string): boolean {
  const owner = readOwner(lockPath);
  // A lock that its process has not written yet.
  if (owner === null) return ageOf(lockPath) > maxLockAgeMs;
  if (Math.abs(Date.now() - owner.time) > maxLockAgeMs) return true;
  return owner.host === hostname && !isRunning(owner.pid);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !hasCode(error, 'ESRCH');
  }
}

/** In milliseconds; 0 if there is no such file. */
function ageOf(file: string): number {
  const stats = fs.statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? 0 : Date.now() - stats.mtimeMs;
}

function readOwner(lockPath: string): LockOwner | null {
  const text = readIfExists(lockPath);
  if (text === null) return null;
  try {
    const owner = JSON.parse(text) as Partial<LockOwner> | null;
    return typeof owner?.id === 'string' && typeof owner.pid === 'number' && typeof owner.time === 'number'
      ? { id: owner.id, pid: owner.pid, host: owner.host ?? '', time: owner.time }
      : null;
  } catch {
    // Half-written.
    return null;
  }
}
