import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from './run.mjs';

/** Whether node_modules matches package-lock.json, according to npm's record of the last installation. */
function isInstalled(root) {
  const record = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const locked = packagesIn(lockFileOf(root));
  const installed = packagesIn(record);
  return Object.entries(locked).every(([location, { version, optional, peer, link }]) => {
    if (!location.includes('node_modules/')) return true;
    const current = installed[location];
    // Packages for other platforms are in the lock file, but are not installed.
    if (current === undefined) return optional === true || peer === true;
    return current.version === version && current.link === link;
  });
}

/** Installs the packages of the lock file, unless they are installed. */
export async function install(root) {
  const shrinkwrap = path.join(root, 'npm-shrinkwrap.json');
  const removeShrinkwrap = () => rmSync(shrinkwrap, { force: true });
  // npm prefers it to the lock file, so remove one that a killed installation left.
  removeShrinkwrap();
  if (isInstalled(root)) return;
  process.stdout.write('Installing packages (npm ci) …\n');
  const ci = (...options) =>
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...options], { cwd: root });
  process.once('exit', removeShrinkwrap);
  writeFileSync(shrinkwrap, JSON.stringify(withUrls(JSON.parse(readFileSync(lockFileOf(root), 'utf8')))));
  let { code } = await ci('--fetch-retries=1');
  removeShrinkwrap();
  process.off('exit', removeShrinkwrap);
  if (code !== 0) {
    process.stdout.write('The installation failed. Retrying with the URLs from the registry …\n');
    ({ code } = await ci());
  }
  if (code !== 0) {
    process.stderr.write('npm ci failed; see its output above.\n');
    process.exit(1);
  }
}

/**
 * Adds archive URLs to the lock file. It has none, so that it works with every registry, but then npm requests the metadata of
 * each package, which doubles the time. npm replaces the host of the URLs by the configured registry (`.npmrc`).
 */
function withUrls(lock) {
  const packages = Object.entries(lock.packages).map(([location, entry]) => {
    const isFromRegistry = location.includes('node_modules/') && !entry.link && entry.resolved === undefined;
    return [location, isFromRegistry ? { ...entry, resolved: archiveUrl(location, entry) } : entry];
  });
  return { ...lock, packages: Object.fromEntries(packages) };
}

function archiveUrl(location, { name = location.split('node_modules/').at(-1), version }) {
  return `https://registry.invalid/${name}/-/${name.split('/').at(-1)}-${version}.tgz`;
}

const lockFileOf = (root) => path.join(root, 'package-lock.json');

function packagesIn(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}
