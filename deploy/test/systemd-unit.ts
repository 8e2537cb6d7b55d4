import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** What systemd would run: the parts of a service unit that our units use. */
export interface Service {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly commands: readonly (readonly string[])[];
}

interface UnitOptions {
  /** The folder that stands for `/`. */
  readonly root: string;
  readonly instance?: string;
}

/** Reads a service from the units in `etc/systemd/system`. Paths are below `root`, and `node` is the one that runs the tests. */
export async function readService(name: string, { root, instance = '' }: UnitOptions): Promise<Service> {
  const below = (text: string) => text.replaceAll(/(?<![\w.-])\/(?=(?:srv|etc|var)\/)/g, `${root}/`);
  const credentials = path.join(root, 'credentials');
  const text = await readFile(path.join(root, 'etc/systemd/system', name), 'utf8');
  const settings = [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, key = '', value = '']) => ({
    key,
    value: below(value.replaceAll('%i', instance)).replaceAll('%d', credentials),
  }));
  const all = (wanted: string) => settings.filter(({ key }) => key === wanted).map(({ value }) => value);

  const env: Record<string, string> = {};
  for (const assignments of all('Environment')) assign(env, assignments.split(' '));
  // As in systemd, files take precedence, and later ones over earlier ones.
  for (const file of all('EnvironmentFile')) assign(env, below(await readFile(file, 'utf8')).split('\n'));
  for (const credential of all('LoadCredential')) {
    const [id = '', source = ''] = credential.split(':');
    for (const [key, value] of Object.entries(env)) if (value === path.join(credentials, id)) env[key] = source;
  }
  const commands = all('ExecStart').map((command) => command.replace('/usr/bin/node', process.execPath).split(' '));
  return { cwd: all('WorkingDirectory')[0] ?? root, env, commands };
}

function assign(env: Record<string, string>, lines: readonly string[]): void {
  for (const line of lines) {
    const [, key, value = ''] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
    if (key !== undefined) env[key] = value;
  }
}
