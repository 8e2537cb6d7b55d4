import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartFailure, systemErrorCode } from './start-failure.ts';
import { processBirth } from './process-birth.ts';

const reasons: Record<string, string> = {
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'it is on a read-only file system',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a file is in its place',
  EEXIST: 'a file is in its place',
  ENOENT: 'no folder can be made there',
};

/** Makes the data folder and takes it for this process; the result gives it back. */
export async function takeDataDir(dataDir: string, portalUrl: string): Promise<() => Promise<void>> {
  const lock = path.join(dataDir, 'running.json');
  try {
    await makeFolder(path.join(dataDir, 'logs'));
    await writeFile(path.join(dataDir, '.gitignore'), '*\n');
    const holder = await readHolder(lock);
    if (holder) {
      throw new StartFailure(
        `It runs already with the data folder ${dataDir}: ${holder.url} (process ${holder.pid}). ` +
          'End that one first, or start a second stack with another DATA_DIR and PORT_OFFSET.',
      );
    }
    await writeFile(lock, JSON.stringify({ pid: process.pid, birth: await processBirth(process.pid), url: portalUrl }));
  } catch (error) {
    const reason = reasons[systemErrorCode(error) ?? ''];
    if (reason === undefined) throw error;
    throw new StartFailure(`The data folder ${dataDir} can't be used: ${reason}. Choose another with DATA_DIR.`, {
      cause: error,
    });
  }
  return () => rm(lock, { force: true });
}

/** Not by Node's own `recursive`, which never comes back from a file system that makes no folders, as /proc. */
async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  if (!existsSync(path.dirname(folder))) await makeFolder(path.dirname(folder));
  await mkdir(folder);
}

export interface Holder {
  pid: number;
  url: string;
}

/** Who runs with this data folder now. A lock that a killed process left, or that is garbled, counts as none. */
export async function readHolder(lock: string): Promise<Holder | undefined> {
  let text: string;
  try {
    text = await readFile(lock, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  const found = /"pid":(\d+),"birth":"([^"]*)","url":"([^"]*)"/.exec(text);
  if (!found) return undefined;
  const [, pid = '', birth, url = ''] = found;
  const alive = (await processBirth(Number(pid))) === birth;
  return alive ? { pid: Number(pid), url } : undefined;
}
