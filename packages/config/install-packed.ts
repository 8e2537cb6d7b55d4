import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const builder = fileURLToPath(new URL('bin/portal-package.mjs', import.meta.url));

/**
 * Builds the package in the working directory, packs it, and installs the archive in a folder outside of the repository, as its users
 * do. `dependencies` are the folders from which its dependencies are installed, by name, so that no registry is asked.
 */
export default function installPacked(folder: string, dependencies: Readonly<Record<string, string>> = {}): void {
  const run = (program: string, args: readonly string[], cwd: string) =>
    execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  const built = path.join(folder, 'built');
  run(process.execPath, [builder, built], process.cwd());
  run('npm', ['pack', built, '--pack-destination', folder], folder);
  const [archive] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  const files = Object.entries(dependencies).map(([name, source]) => [name, `file:${source}`]);
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ type: 'module', dependencies: Object.fromEntries(files) }),
  );
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', `./${archive}`], folder);
}
