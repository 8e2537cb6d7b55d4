#!/usr/bin/env node
// `node deploy/release-archive.mjs <version>`: writes account-portal-<version>.tar.gz into the current folder, with everything that
// a machine without containers runs: see docs/operating/install-bare.md. Run `npx turbo run build` first.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [version] = process.argv.slice(2);
if (!version || !/^\d[\w.+-]*$/.test(version)) {
  process.stderr.write('Usage: release-archive.mjs <version>, such as 0.1.0\n');
  process.exit(2);
}
const root = fileURLToPath(new URL('..', import.meta.url));
const name = `account-portal-${version}`;
const parent = mkdtempSync(path.join(tmpdir(), 'release-archive-'));
const folder = path.join(parent, name);

try {
  // The emulators are for a playground.
  const args = [path.join(root, 'deploy/release-files.mjs'), folder, 'auth-api', 'portal'];
  execFileSync(process.execPath, args, { stdio: 'inherit' });
  const operating = ['deploy/Caddyfile', 'deploy/commands', 'deploy/monitoring', 'deploy/systemd', 'docs'];
  for (const file of [...operating, 'LICENSE', 'CHANGELOG.md']) {
    cpSync(path.join(root, file), path.join(folder, file), { recursive: true });
  }
  const { GITHUB_SHA: commit } = process.env;
  writeFileSync(path.join(folder, 'version.env'), `VERSION=${version}\n${commit ? `COMMIT=${commit}\n` : ''}`);
  execFileSync('tar', ['-czf', path.resolve(`${name}.tar.gz`), '-C', parent, name], { stdio: 'inherit' });
} finally {
  rmSync(parent, { recursive: true, force: true });
}
