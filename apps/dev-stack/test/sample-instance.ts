import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** What an instance trusts. */
interface Portal {
  readonly url: string;
  readonly workspaceId: string;
}

export const pathOf = (file: string) => fileURLToPath(new URL(`../../../${file}`, import.meta.url));
const expressSample = pathOf('docs/connect/samples/express.mjs');

/** Starts the sample in Express, as an instance that trusts this portal. */
export const startExpressSample = (portal: Portal) => startProgram(portal, process.execPath, [expressSample]);

/** Starts the sample in Python. */
export function startPythonSample(portal: Portal) {
  const python = execFileSync(process.execPath, [pathOf('scripts/python.mjs')], { encoding: 'utf8' }).trim();
  return startProgram(portal, python, [pathOf('docs/connect/samples/service.py')]);
}

/** Starts the Express sample with changes of its text. Each must apply once. */
export async function startBrokenSample(portal: Portal, changes: Readonly<Record<string, string>>) {
  let text = await readFile(expressSample, 'utf8');
  for (const [line, replacement] of Object.entries(changes)) {
    if (text.split(line).length !== 2) throw new Error(`The sample does not have this once: ${line}`);
    text = text.replace(line, () => replacement);
  }
  return startProgram(portal, process.execPath, ['--input-type=module'], text);
}

async function startProgram(portal: Portal, program: string, args: readonly string[], input = '') {
  const child = spawn(program, args, {
    // Where a program in the input finds its packages.
    cwd: pathOf(''),
    env: {
      PATH: process.env['PATH'],
      AUTH_API_URL: portal.url,
      PORTAL_URL: portal.url,
      WORKSPACE_ID: portal.workspaceId,
      PORT: '0',
    },
    // The samples log each login that they reject.
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.end(input);
  const ended = once(child, 'exit');
  const firstLine = once(createInterface(child.stdout), 'line') as Promise<[string]>;
  const started = await Promise.race([firstLine, ended.then(() => null)]);
  if (!started) throw new Error(`${program} ${args.join(' ')} ended before it listened.`);
  const stop = async () => {
    child.kill();
    await ended;
  };
  return { url: started[0].replace('Listening on ', 'http://localhost:'), stop };
}
