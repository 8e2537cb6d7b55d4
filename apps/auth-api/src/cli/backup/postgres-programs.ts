import { spawn } from 'node:child_process';
import type pg from 'pg';
import { AppError } from '../../platform/errors/app-error.ts';

type Program = 'pg_dump' | 'pg_restore';

const installHint =
  'Install PostgreSQL’s client programs (postgresql-client-18), or use the image `backup` of the release.';

/** Runs a PostgreSQL program and returns its output. Its error messages go to the terminal. */
export async function runProgram(program: Program, args: readonly string[], url?: string): Promise<string> {
  const { code, out } = await new Promise<{ code: number | null; out: string }>((resolve, reject) => {
    const connection = url === undefined ? { args: [], env: {} } : connectionOptions(url);
    const child = spawn(program, [...connection.args, ...args], {
      env: { ...process.env, ...connection.env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let out = '';
    child.stdout.on('data', (data) => (out += String(data)));
    child.once('error', (cause) => reject(new AppError(`${program} not found. ${installHint}`, { cause })));
    child.once('close', (exitCode) => resolve({ code: exitCode, out }));
  });
  if (code !== 0) throw new AppError(`${program} failed, see its messages above.`);
  return out;
}

/**
 * The arguments and environment that make the programs connect like the API. The password goes into the environment, because
 * every user of a machine can read the arguments of a process. With `sslmode=verify-full` and no certificate file, Node.js
 * trusts the system's certificate authorities; libpq does so only for the root certificate `system` (since version 16).
 */
export function connectionOptions(url: string) {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  const { searchParams } = address;
  const namesRoots = searchParams.has('sslrootcert') || process.env['PGSSLROOTCERT'] !== undefined;
  const usesSystemRoots = searchParams.get('sslmode') === 'verify-full' && !namesRoots;
  return {
    args: ['--dbname', address.href],
    env: { ...(password !== '' && { PGPASSWORD: password }), ...(usesSystemRoots && { PGSSLROOTCERT: 'system' }) },
  };
}

/** Throws unless both programs are installed and at least as new as the server. */
export async function checkProgramVersions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ major: number }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS major`,
  );
  const serverMajor = rows[0]?.major ?? 0;
  for (const program of ['pg_dump', 'pg_restore'] as const) {
    const major = Number(/(\d+)/.exec(await runProgram(program, ['--version']))?.[1]);
    if (major < serverMajor) {
      throw new AppError(
        `${program} has version ${major}, the server has version ${serverMajor}: the program must not be older. ${installHint}`,
      );
    }
  }
}
