#!/usr/bin/env node
// `npm run licences`: the packages that a release contains and their licences, from the lock file.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseOptions } from './parse-options.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What the images are made of. `apps/dev-stack`, with the emulators, is not part of a release. */
const released = ['apps/auth-api', 'apps/portal'];

/** The licences that allow us to distribute a package in an image, each with what it asks of us. */
const accepted = {
  MIT: 'keep the notice',
  ISC: 'keep the notice',
  'BSD-2-Clause': 'keep the notice',
  'BSD-3-Clause': 'keep the notice; no endorsement',
  'BlueOak-1.0.0': 'keep the notice',
  'Apache-2.0': 'keep the notice, state changes; patent grant',
  'Python-2.0': 'keep the notice, state changes',
  'OFL-1.1': 'fonts: keep the notice, do not sell alone',
  'MIT-0': 'nothing',
  '0BSD': 'nothing',
  'CC0-1.0': 'nothing',
  Unlicense: 'nothing',
};

/** Packages whose package.json has no field `license`, and where they state it instead. */
const statedElsewhere = {
  'passport-oauth': { licence: 'MIT', where: '`licenses` in its package.json, and its LICENSE' },
  'passport-strategy': { licence: 'MIT', where: '`licenses` in its package.json, and its LICENSE' },
  pause: { licence: 'MIT', where: 'the end of its Readme.md' },
};

/** Returns the packages that workspaces load, sorted by name. A package may be there in several versions. */
export function packagesOf({ packages }, workspaces) {
  const visited = new Set();
  for (const workspace of workspaces) visit(packages, workspace, visited);
  return [...visited]
    .filter((location) => location.includes('node_modules/'))
    .map((location) => {
      const name = location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const { license, version, integrity } = packages[location];
      return { name, version, integrity, location, licence: license ?? statedElsewhere[name]?.licence ?? 'unknown' };
    })
    .toSorted((a, b) => (`${a.name} ${a.location}` < `${b.name} ${b.location}` ? -1 : 1));
}

/** Returns the packages of a release with their licences, each once. */
export function licencesIn(lock) {
  const found = new Map(
    packagesOf(lock, released).map(({ name, licence }) => [`${name} ${licence}`, { name, licence }]),
  );
  return [...found.values()];
}

/** Returns the notices that must be kept with a workspace: what each package that it loads says about its licence. */
export function noticesOf(workspace) {
  const installed = packagesOf(readLock(), [workspace]).filter(({ location }) => existsSync(path.join(root, location)));
  const notices = installed.map(({ name, version, licence, location }) => {
    const files = readdirSync(path.join(root, location), { withFileTypes: true });
    const texts = files
      .filter((file) => file.isFile() && /^(?:licen[cs]e|copying|notice)/i.test(file.name))
      .map((file) => readFileSync(path.join(root, location, file.name), 'utf8').trim());
    return [`${name} ${version} (${licence})`, ...texts].join('\n\n');
  });
  return `${notices.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

export const readLock = () => JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));

/** Returns an error for each licence that is unknown or not accepted. */
export function licenceErrors(found) {
  return found
    .filter(({ licence }) => !(licence in accepted))
    .map(({ name, licence }) => `${name}: the licence is ${licence}, which scripts/licences.mjs does not accept.`);
}

function visit(packages, location, visited) {
  if (visited.has(location)) return;
  visited.add(location);
  const {
    dependencies = {},
    optionalDependencies = {},
    peerDependencies = {},
    peerDependenciesMeta = {},
  } = packages[location];
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  for (const name of [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers]) {
    const target = resolve(packages, location, name);
    if (target !== undefined) visit(packages, target, visited);
    else if (!(name in optionalDependencies)) throw new Error(`${location} needs ${name}, which the lock file lacks.`);
  }
}

/** Looks a package up as Node does: in the nearest node_modules folder. */
function resolve(packages, from, name) {
  for (let folder = from; ; folder = parentOf(folder)) {
    const location = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    const entry = packages[location];
    if (entry !== undefined) return entry.link ? entry.resolved : location;
    if (folder === '') return undefined;
  }
}

function parentOf(folder) {
  const index = folder.lastIndexOf('node_modules/');
  // The package that has this node_modules folder, or for a workspace the root.
  return index === -1 ? '' : folder.slice(0, index).replace(/\/$/, '');
}

export function licencesPage(found) {
  const names = Object.keys(accepted).filter((licence) => found.some((each) => each.licence === licence));
  const count = (licence) => found.filter((each) => each.licence === licence).length;
  return [
    '# Licences',
    '',
    'The account portal itself is under the [Apache License 2.0](../../LICENSE). Its images contain these packages, the API’s and the portal’s',
    'together. `npm run licences` writes this page from the lock file, without versions, so that it changes only when a package comes or',
    'goes. The exact versions are in the list of packages (SBOM) of each image: [verify and read it](../operating/reference.md#lists-of-packages).',
    'Packages that are used only to build and test are not in the images. The full notices are in the file `third-party-notices.txt` of the',
    'API’s folder and of the portal’s. The images also contain Node.js, Debian or Alpine, and Caddy or',
    'the client programs of PostgreSQL, each with its own notices.',
    '',
    '## Licences in use',
    '',
    '| licence | packages | what it asks of a distributor |',
    '| --- | --- | --- |',
    ...names.map((licence) => `| ${licence} | ${count(licence)} | ${accepted[licence]} |`),
    '',
    'A package without the field `license` in its package.json:',
    '',
    '| package | licence | where it is stated |',
    '| --- | --- | --- |',
    ...Object.entries(statedElsewhere).map(([name, { licence, where }]) => `| ${name} | ${licence} | ${where} |`),
    '',
    '## Packages',
    '',
    '| package | licence |',
    '| --- | --- |',
    ...found.map(({ name, licence }) => `| ${name} | ${licence} |`),
    '',
  ].join('\n');
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseOptions(
    `Usage: npm run licences [-- --check]
Writes docs/generated/licences.md, the packages that a release contains and their licences, from the lock file. Fails if a licence is
unknown or not accepted.
  --check  writes nothing, and fails if the page differs`,
    { options: { check: { type: 'boolean', default: false } } },
  );
  // Not at the top: a release imports this module without the dependencies of development.
  const { format } = await import('oxfmt');
  const found = licencesIn(readLock());
  const errors = licenceErrors(found);
  const file = path.join(root, 'docs', 'generated', 'licences.md');
  const { code } = await format(file, licencesPage(found), { printWidth: 120, singleQuote: true });
  if (!values.check) writeFileSync(file, code);
  else if (readFileSync(file, 'utf8') !== code) {
    errors.push('docs/generated/licences.md is out of date: run `npm run licences`.');
  }
  for (const error of errors) process.stderr.write(`${error}\n`);
  process.exitCode = errors.length === 0 ? 0 : 1;
}
