import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type RunAs, commandAs, chownTo } from './run-as.ts';
import { type Binaries, majorVersion } from './binaries.ts';
import { LocalPostgresError, errorCode } from './local-postgres-error.ts';

/** The superuser of the local cluster. */
export const superuser = 'portal';

/** Makes sure that `folder` holds a cluster of the right version, and makes one where there is none yet. */
export async function prepareCluster(
  folder: string,
  { binaries, account, password }: { binaries: Binaries; account: RunAs; password: string | undefined },
): Promise<'made' | 'kept'> {
  const files = await listFiles(folder);
  if (files.length > 0) {
    await checkCluster(folder, files);
    return 'kept';
  }
  // Made beside it and then renamed: a start that is killed meanwhile leaves no half cluster behind.
  const draft = `${folder}.new`;
  await rm(draft, { recursive: true, force: true });
  await withWriteErrors(() => mkdir(draft, { mode: 0o700 }), draft);
  await chownTo(account, draft);
  await initializeCluster(draft, { binaries, account, password });
  await rename(draft, folder);
  return 'made';
}

async function listFiles(folder: string): Promise<string[]> {
  await withWriteErrors(() => mkdir(path.dirname(folder), { recursive: true }), path.dirname(folder));
  if (!existsSync(folder)) return [];
  return await withWriteErrors(() => readdir(folder), folder);
}

async function checkCluster(folder: string, files: string[]): Promise<void> {
  const version = files.includes('PG_VERSION') ? (await readFile(path.join(folder, 'PG_VERSION'), 'utf8')).trim() : '';
  if (/^\d+(\.\d+)?$/.test(version) && version !== majorVersion) {
    throw new LocalPostgresError(
      `The data folder ${folder} was made by PostgreSQL ${version}, and this is PostgreSQL ${majorVersion}. ` +
        'Move it away, or empty it to start anew.',
      { emptyingHelps: true },
    );
  }
  const whole = version === majorVersion && existsSync(path.join(folder, 'global', 'pg_control'));
  if (!whole) throw damagedCluster(folder, 'it lacks files that every PostgreSQL data folder has');
}

export function damagedCluster(folder: string, why: string): LocalPostgresError {
  return new LocalPostgresError(
    `The PostgreSQL data folder ${folder} is damaged: ${why}. ` +
      'Put a copy of it back, or empty it to start anew (what it holds is lost then).',
    { emptyingHelps: true },
  );
}

async function initializeCluster(
  folder: string,
  { binaries, account, password }: { binaries: Binaries; account: RunAs; password: string | undefined },
): Promise<void> {
  const passwordFile = path.join(path.dirname(folder), `${path.basename(folder)}.password`);
  const authentication = ['--auth=trust'];
  if (password !== undefined) {
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    await chownTo(account, passwordFile);
    authentication.splice(0, 1, '--auth=scram-sha-256', `--pwfile=${passwordFile}`);
  }
  try {
    await runProgram(account, binaries.initdb, [
      `--pgdata=${folder}`,
      `--username=${superuser}`,
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-sync',
      '--no-instructions',
      ...authentication,
    ]);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function runProgram(account: RunAs, program: string, given: string[]): Promise<void> {
  const { command, parameters, ids } = commandAs(account, program, given);
  const child = spawn(command, parameters, { ...ids, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' }, stdio: 'pipe' });
  let output = '';
  child.stdout.resume();
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code === 0) return;
  const reason = output.split('\n').find((line) => /error|fatal|could not|cannot/i.test(line)) ?? output.trim();
  throw new LocalPostgresError(`PostgreSQL could not make its data folder: ${reason}`);
}

const reasonByCode: Record<string, string> = {
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'it is on a read-only file system',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a file is in its place',
  EEXIST: 'a file is in its place',
};

async function withWriteErrors<T>(work: () => Promise<T>, folder: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = reasonByCode[errorCode(error) ?? ''];
    if (reason === undefined) throw error;
    throw new LocalPostgresError(`The data folder ${folder} can't be used: ${reason}. Choose another with DATA_DIR.`, {
      cause: error,
    });
  }
}
