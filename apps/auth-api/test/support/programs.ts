import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The working directory of programs. Their paths are relative to it. */
export const apiFolder = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The Node arguments that run a program of the API from its source file. The program exits when its parent process does.
 * The global setup of the tests bundles the programs: a bundle starts in a sixth of the time that the sources take.
 */
export function nodeArguments(source: string): string[] {
  const bundles = process.env['TEST_PROGRAMS_DIR'] ?? '';
  const bundled = path.join(bundles, `${path.basename(source, '.ts')}.js`);
  if (bundles !== '' && existsSync(bundled)) {
    return ['--enable-source-maps', '--import', path.join(bundles, 'exit-with-parent.js'), bundled];
  }
  return ['--import', 'tsx', '--import', '@portal/dev-stack/exit-with-parent', source];
}

export interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a program of the API, named by its source file, to its end. Its environment is `PATH`, `NODE_ENV=test` and `env`. */
export function runCommand(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
  input = '',
) {
  return new Promise<CommandResult>((resolve, reject) => {
    const child = spawn(process.execPath, [...nodeArguments(program), ...args], {
      cwd: apiFolder,
      env: { PATH: process.env['PATH'], NODE_ENV: 'test', ...env },
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    });
    const output = { out: '', err: '' };
    child.stdin.end(input);
    child.stdout.on('data', (data) => (output.out += String(data)));
    child.stderr.on('data', (data) => (output.err += String(data)));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...output }));
  });
}
