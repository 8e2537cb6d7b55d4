#!/usr/bin/env node
// `node scripts/sbom.mjs apps/portal`: prints the packages that a workspace loads as a CycloneDX document, from the lock file. For
// images: scanners do not see what a bundler merged.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { packagesOf, readLock } from './licences.mjs';

const [workspace] = process.argv.slice(2);
if (!workspace) {
  process.stderr.write('Usage: sbom.mjs <workspace>, such as apps/portal\n');
  process.exit(2);
}
const root = fileURLToPath(new URL('..', import.meta.url));
const { name, version } = JSON.parse(readFileSync(path.join(root, workspace, 'package.json'), 'utf8'));
const components = new Map(packagesOf(readLock(), [workspace]).map((each) => [purlOf(each), componentOf(each)]));
const document = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: { component: { type: 'application', 'bom-ref': workspace, name, version } },
  components: [...components.values()],
};
process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);

function componentOf({ name, version, licence, integrity }) {
  const purl = purlOf({ name, version });
  const hash = /^sha512-(.+)$/.exec(integrity ?? '')?.[1];
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    licenses: [{ license: { id: licence } }],
    ...(hash && { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }),
  };
}

function purlOf({ name, version }) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}
