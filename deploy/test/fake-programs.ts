import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

export interface ScriptResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** Each call of a fake program: its name and its arguments. */
  readonly calls: readonly string[];
}

/**
 * Runs a shell script in a folder, in which these programs are fakes: each records its calls and then runs its own script, in
 * which `$*` are the arguments. All other programs are the real ones.
 */
export async function runWithFakes(
  script: string,
  { cwd, fakes, env = {} }: { cwd: string; fakes: Readonly<Record<string, string>>; env?: Record<string, string> },
): Promise<ScriptResult> {
  const bin = join(cwd, '.fakes');
  const log = join(cwd, '.calls');
  await mkdir(bin, { recursive: true });
  await writeFile(log, '');
  for (const [name, body] of Object.entries(fakes)) {
    await writeFile(join(bin, name), `#!/bin/sh\necho "${name} $*" >> '${log}'\n${body}\n`);
    await chmod(join(bin, name), 0o755);
  }
  const path = `${bin}${delimiter}${process.env['PATH'] ?? ''}`;
  const result = await new Promise<Omit<ScriptResult, 'calls'>>((resolve) => {
    execFile('sh', ['-eu', '-c', script], { cwd, env: { ...process.env, ...env, PATH: path } }, (error, out, err) =>
      resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : 1, out, err }),
    );
  });
  return { ...result, calls: (await readFile(log, 'utf8')).split('\n').filter(Boolean) };
}

/** What needs root, for those who are not: `sudo` runs the command, and `install` gives files to no other user. */
export const fakesOfRoot: Readonly<Record<string, string>> = {
  sudo: 'while [ "$1" = -u ]; do shift 2; done\nexec "$@"',
  install: `count=$#
while [ $count -gt 0 ]; do
  argument=$1
  shift
  count=$((count - 1))
  case $argument in
    -o | -g) shift; count=$((count - 1)) ;;
    *) set -- "$@" "$argument" ;;
  esac
done
exec /usr/bin/install "$@"`,
};
