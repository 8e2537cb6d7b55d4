import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type RunAs, commandAs, chownTo } from './run-as.ts';
import { type Binaries, majorVersion } from './binaries.ts';
import { LocalPostgresError, errorCode } from './local-postgres-error.ts';

export const superuser = 'portal';

/** Checks that the folder has a cluster of the right version, or creates one. */
export async function prepareCluster(
  folder: string,
  { binaries, runAs, password }: { binaries: Binaries; runAs: RunAs; password: string | undefined },
): Promise<'created' | 'existing'> {
  const files = await listFiles(folder);
  if (files.length > 0) {
    await checkCluster(folder, files);
    return 'existing';
  }
  // Created in a separate folder and then renamed, so that a killed start leaves no partial cluster.
  const newFolder = `${folder}.new`;
  await rm(newFolder, { recursive: true, force: true });
  await withWriteErrors(() => mkdir(newFolder, { mode: 0o700 }), newFolder);
  await chownTo(runAs, newFolder);
  await initializeCluster(newFolder, { binaries, runAs, password });
  await rename(newFolder, folder);
  return 'created';
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
      `The data folder ${folder} was created by PostgreSQL ${version}, but this is PostgreSQL ${majorVersion}. ` +
        'Move it, or empty it to start with new data.',
      { resetHelps: true },
    );
  }
  const isComplete = version === majorVersion && existsSync(path.join(folder, 'global', 'pg_control'));
  if (!isComplete) throw damagedCluster(folder, 'it lacks files of a PostgreSQL cluster');
}

export function damagedCluster(folder: string, reason: string): LocalPostgresError {
  return new LocalPostgresError(
    `The PostgreSQL data folder ${folder} is damaged: ${reason}. ` +
      'Restore a copy of it, or empty it to start with new data.',
    { resetHelps: true },
  );
}

async function initializeCluster(
  folder: string,
  { binaries, runAs, password }: { binaries: Binaries; runAs: RunAs; password: string | undefined },
): Promise<void> {
  const passwordFile = path.join(path.dirname(folder), `${path.basename(folder)}.password`);
  const authentication = ['--auth=trust'];
  if (password !== undefined) {
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    await chownTo(runAs, passwordFile);
    authentication.splice(0, 1, '--auth=scram-sha-256', `--pwfile=${passwordFile}`);
  }
  try {
    await runProgram(runAs, binaries.initdb, [
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

async function runProgram(runAs: RunAs, program: string, programArgs: string[]): Promise<void> {
  const { command, args, ids } = commandAs(runAs, program, programArgs);
  const child = spawn(command, args, { ...ids, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' }, stdio: 'pipe' });
  let output = '';
  child.stdout.resume();
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code === 0) return;
  const reason = output.split('\n').find((line) => /error|fatal|could not|cannot/i.test(line)) ?? output.trim();
  throw new LocalPostgresError(`PostgreSQL could not create its data folder: ${reason}`);
}

const reasonByCode: Record<string, string> = {
  EACCES: 'you do not have write permission',
  EPERM: 'you do not have write permission',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'the path contains a file',
  EEXIST: 'the path contains a file',
};

async function withWriteErrors<T>(work: () => Promise<T>, folder: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = reasonByCode[errorCode(error) ?? ''];
    if (reason === undefined) throw error;
    throw new LocalPostgresError(
      `The data folder ${folder} can't be used: ${reason}. Choose another one with DATA_DIR.`,
      {
        cause: error,
      },
    );
  }
}
