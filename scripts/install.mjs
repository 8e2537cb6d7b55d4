import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { run } from './run.mjs';

/** Whether node_modules holds what package-lock.json says, by npm's own record of what it installed last. */
export function isInstalled(root) {
  const record = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = packagesIn(path.join(root, 'package-lock.json'));
  const present = packagesIn(record);
  return Object.entries(wanted).every(([location, { version, optional, peer, link }]) => {
    if (!location.includes('node_modules/')) return true;
    const found = present[location];
    // A package for another platform is in the lock file, but isn't installed.
    if (found === undefined) return optional === true || peer === true;
    return found.version === version && found.link === link;
  });
}

/** Installs what the lock file says, unless it is there. */
export async function install(root) {
  if (isInstalled(root)) return false;
  process.stdout.write('Installing what package-lock.json says (npm ci) …\n');
  const { code } = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root });
  if (code !== 0) {
    process.stderr.write('npm ci failed; what it printed above tells why. Nothing was started.\n');
    process.exit(1);
  }
  return true;
}

function packagesIn(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}
