import { spawn } from 'node:child_process';
import { apiFolder, argumentsOf } from './programs.ts';

export interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs one of the API's programs, named by its source, to its end, with these settings and no others. */
export function runCommand(program: string, words: readonly string[], env: Record<string, string> = {}) {
  return new Promise<Outcome>((resolve, reject) => {
    const child = spawn(process.execPath, [...argumentsOf(program), ...words], {
      cwd: apiFolder,
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    const said = { out: '', err: '' };
    child.stdout?.on('data', (data) => (said.out += String(data)));
    child.stderr?.on('data', (data) => (said.err += String(data)));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...said }));
  });
}
