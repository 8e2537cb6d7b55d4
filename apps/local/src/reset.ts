import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { readHolder } from './data-dir.ts';
import { readStackSettings } from './stack-settings.ts';
import { StartFailure, systemErrorCode } from './start-failure.ts';

// At least one of these is in every folder that a start has used.
const marks = ['secrets.json', 'postgres', 'logs'];

/** Empties the data folder; answers the exit code. */
export async function reset(root: string): Promise<number> {
  try {
    process.stdout.write(`${await empty(readStackSettings(process.env, { root }).dataDir)}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

async function empty(dataDir: string): Promise<string> {
  const files = await filesIn(dataDir);
  if (files.length === 0) return `There is nothing in ${dataDir}.`;
  if (!marks.some((mark) => files.includes(mark))) {
    throw new StartFailure(
      `${dataDir} holds other things than this portal's data. Nothing was deleted; check DATA_DIR.`,
    );
  }
  const holder = await readHolder(path.join(dataDir, 'running.json'));
  if (holder) {
    throw new StartFailure(
      `${holder.url} runs on this data (process ${holder.pid}). End it first; nothing was deleted.`,
    );
  }
  await Promise.all(files.map((file) => rm(path.join(dataDir, file), { recursive: true, force: true })));
  return `${dataDir} is empty. The next start makes everything anew.`;
}

async function filesIn(dataDir: string): Promise<string[]> {
  try {
    return await readdir(dataDir);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT') return [];
    if (code === undefined) throw error;
    throw new StartFailure(`The data folder ${dataDir} can't be read (${code}).`, { cause: error });
  }
}
