import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '../src/version.ts';
import { mainFile } from './support/cli.ts';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portal-cli-package-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

it('runs where its package is installed, without other packages', () => {
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], { cwd: packageFolder });
  const [tarball = ''] = fs.readdirSync(folder);
  fs.writeFileSync(path.join(folder, 'package.json'), '{}');
  execFileSync('npm', ['install', '--silent', '--offline', '--no-audit', `./${tarball}`], { cwd: folder });
  const program = path.join(folder, 'node_modules', '.bin', 'portal');
  expect(execFileSync(program, ['--version'], { encoding: 'utf8' })).toBe(`${version}\n`);
  expect(fs.readdirSync(path.join(folder, 'node_modules', '@portal', 'cli')).sort()).toEqual(['dist', 'package.json']);
});

const completion = (shell: string) =>
  execFileSync(process.execPath, [mainFile, 'completion', shell], { encoding: 'utf8' });

it.each([
  ['portal work', 'workspaces'],
  ['portal members in', 'invite'],
  ['portal --json members rem', 'remove'],
  ['portal completion z', 'zsh'],
  ['portal members remove --y', '--yes'],
])('bash completes %j to %s', (line, word) => {
  const words = line.split(' ');
  const script = `${completion('bash')}
COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _portal; echo "\${COMPREPLY[@]}"`;
  expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' })).toBe(`${word}\n`);
});

it.each(['zsh', 'fish'])('%s understands its completion, if it is installed', (shell) => {
  const script = completion(shell);
  expect(script).toContain('workspaces');
  const { error, status } = spawnSync(shell, ['-n', '-c', script]);
  expect(error === undefined ? status : 0).toBe(0);
});
