import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from './run.mjs';

/** Whether node_modules holds what package-lock.json says, by npm's own record of what it installed last. */
export function isInstalled(root) {
  const record = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = packagesIn(lockFileOf(root));
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
  const addressed = path.join(root, 'npm-shrinkwrap.json');
  const forget = () => rmSync(addressed, { force: true });
  // It takes the place of the lock file, so that of an installation that was killed must not stay.
  forget();
  if (isInstalled(root)) return false;
  process.stdout.write('Installing what package-lock.json says (npm ci) …\n');
  const ci = (...more) => run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...more], { cwd: root });
  process.once('exit', forget);
  writeFileSync(addressed, JSON.stringify(withAddresses(JSON.parse(readFileSync(lockFileOf(root), 'utf8')))));
  let { code } = await ci('--fetch-retries=1');
  forget();
  process.off('exit', forget);
  if (code !== 0) {
    process.stdout.write('That failed. Once more, with the addresses that the registry itself tells …\n');
    ({ code } = await ci());
  }
  if (code !== 0) {
    process.stderr.write('npm ci failed; what it printed above tells why. Nothing was started.\n');
    process.exit(1);
  }
  return true;
}

/**
 * The lock file names no registry, so npm asks the one that it is configured for about every version of each package, which
 * takes as long as all the rest. With an address of the usual form it asks for the package alone; npm puts the registry in the
 * place of the host, as `.npmrc` says.
 */
function withAddresses(lock) {
  const packages = Object.entries(lock.packages).map(([location, found]) => {
    const isOfRegistry = location.includes('node_modules/') && !found.link && found.resolved === undefined;
    return [location, isOfRegistry ? { ...found, resolved: addressOf(location, found) } : found];
  });
  return { ...lock, packages: Object.fromEntries(packages) };
}

function addressOf(location, { name = location.split('node_modules/').at(-1), version }) {
  return `https://registry.invalid/${name}/-/${name.split('/').at(-1)}-${version}.tgz`;
}

const lockFileOf = (root) => path.join(root, 'package-lock.json');

function packagesIn(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}
