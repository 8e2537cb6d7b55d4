import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { readLock } from './stack/data-dir.ts';
import { readStackSettings } from './stack/settings.ts';
import { errorCode } from './errors.ts';
import { StartError } from './stack/start-error.ts';

// Every data folder has at least one of these.
const knownFiles = ['secrets.json', 'postgres', 'logs'];

/** Empties the data folder. Resolves with the exit code. */
export async function reset(root: string): Promise<number> {
  try {
    process.stdout.write(`${await empty(readStackSettings(process.env, { root }).dataDir)}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

async function empty(dataDir: string): Promise<string> {
  const files = await listFiles(dataDir);
  if (files.length === 0) return `${dataDir} is already empty.`;
  if (!knownFiles.some((file) => files.includes(file))) {
    throw new StartError(`${dataDir} is not a data folder of this portal. Nothing was deleted; check DATA_DIR.`);
  }
  const runningStack = await readLock(path.join(dataDir, 'running.json'));
  if (runningStack) {
    throw new StartError(
      `${runningStack.url} is using this data (process ${runningStack.pid}). Stop it first; nothing was deleted.`,
    );
  }
  await Promise.all(files.map((file) => rm(path.join(dataDir, file), { recursive: true, force: true })));
  return `${dataDir} is now empty. The next start creates new data.`;
}

async function listFiles(dataDir: string): Promise<string[]> {
  try {
    return await readdir(dataDir);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return [];
    if (code === undefined) throw error;
    throw new StartError(`The data folder ${dataDir} can't be read (${code}).`, { cause: error });
  }
}
