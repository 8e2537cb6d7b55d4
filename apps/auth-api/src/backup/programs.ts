import { spawn } from 'node:child_process';
import type pg from 'pg';
import { Fault } from '../fault.ts';

type Program = 'pg_dump' | 'pg_restore';

const where =
  'PostgreSQL’s client programs have them (postgresql-client-18), and so has the image account-portal/backup.';

/** Runs one of PostgreSQL's own programs to its end and answers what it printed. What it complains of goes to the terminal. */
export async function runProgram(program: Program, words: readonly string[], url?: string): Promise<string> {
  const { code, out } = await new Promise<{ code: number | null; out: string }>((resolve, reject) => {
    const connection = url === undefined ? { words: [], env: {} } : connectionOf(url);
    const child = spawn(program, [...connection.words, ...words], {
      env: { ...process.env, ...connection.env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let out = '';
    child.stdout.on('data', (data) => (out += String(data)));
    child.once('error', (cause) => reject(new Fault(`There is no ${program} here. ${where}`, { cause })));
    child.once('close', (closedWith) => resolve({ code: closedWith, out }));
  });
  if (code !== 0) throw new Fault(`${program} failed; its own words stand above.`);
  return out;
}

/**
 * How the programs connect. The password goes by the environment, because every user of a machine can read the arguments of
 * a process. For `sslmode=verify-full` without a file of certificates, Node.js trusts the usual certificate authorities;
 * libpq does so only for the root certificate `system` (since version 16).
 */
export function connectionOf(url: string) {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  const { searchParams } = address;
  const namesRoots = searchParams.has('sslrootcert') || process.env['PGSSLROOTCERT'] !== undefined;
  const usesSystemRoots = searchParams.get('sslmode') === 'verify-full' && !namesRoots;
  return {
    words: ['--dbname', address.href],
    env: { ...(password !== '' && { PGPASSWORD: password }), ...(usesSystemRoots && { PGSSLROOTCERT: 'system' }) },
  };
}

/** Fails unless both programs are there and know this server's version. */
export async function checkPrograms(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ major: number }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS major`,
  );
  const needed = rows[0]?.major ?? 0;
  for (const program of ['pg_dump', 'pg_restore'] as const) {
    const major = Number(/(\d+)/.exec(await runProgram(program, ['--version']))?.[1]);
    if (major < needed) {
      throw new Fault(
        `${program} is of version ${major}, the server of version ${needed}: it has to be as new. ${where}`,
      );
    }
  }
}
