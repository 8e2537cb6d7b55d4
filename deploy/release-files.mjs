#!/usr/bin/env node
// `node deploy/release-files.mjs <folder> [<image> …]`: copies exactly the files of the images, by default of all of them. Run
// `npx turbo run build` first.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFileTrace } from '@vercel/nft';
import { noticesOf, packagesOf, readLock } from '../scripts/licences.mjs';

const [target, ...images] = process.argv.slice(2);
if (!target) {
  process.stderr.write('Usage: release-files.mjs <folder> [<image> …]\n');
  process.exit(2);
}
const isWanted = (name) => images.length === 0 || images.includes(name);
const root = fileURLToPath(new URL('..', import.meta.url));

// The servers read these by their paths, so the trace does not find them.
const schemaEngine = 'node_modules/@prisma/schema-engine-wasm/schema_engine_bg.wasm';
const fonts = ['inter', 'jetbrains-mono'].flatMap((name) =>
  ['package.json', 'LICENSE', `files/${name}-latin-wght-normal.woff2`].map(
    (file) => `node_modules/@fontsource-variable/${name}/${file}`,
  ),
);
const logos = ['package.json', 'LICENSE.md', 'icons/github.svg', 'icons/google.svg'].map(
  (file) => `node_modules/simple-icons/${file}`,
);
const entries = ['main', 'migrate', 'keys', 'billing', 'backup', 'request'];
if (isWanted('auth-api')) await server('auth-api', entries, ['apps/auth-api/dist', 'legal', schemaEngine, ...fonts]);
if (isWanted('dev-stack')) await server('dev-stack', emulators(), ['apps/dev-stack/dist', ...fonts, ...logos]);
if (isWanted('portal')) portal();
for (const name of ['auth-api', 'portal'].filter(isWanted)) {
  writeFileSync(path.join(target, name, 'third-party-notices.txt'), noticesOf(`apps/${name}`));
}

/** Copies the bundles of a server and the files of the dependencies that they load. */
async function server(name, entries, folders) {
  const programs = entries.map((entry) => path.join(root, 'apps', name, 'dist', `${entry}.js`));
  const { fileList } = await nodeFileTrace(programs, {
    base: root,
    // The conditions with which current versions of Node resolve `require`.
    conditions: ['node', 'module-sync'],
    // graphile-worker needs it only for a configuration in TypeScript.
    ignore: ['node_modules/typescript/**'],
  });
  // The trace can mistake a path for one below the working directory and then includes whole unneeded folders.
  const strays = [...fileList].filter(
    (file) => !/^(?:node_modules|apps|legal)\//.test(file) && file !== 'package.json',
  );
  if (strays.length > 0) throw new Error(`${strays.length} unexpected files in ${name}, such as ${strays[0]}.`);
  // Otherwise the lists of packages and licences of a release would lack it.
  const listed = new Set(packagesOf(readLock(), [`apps/${name}`]).map(({ location }) => location));
  const copied = new Set(
    [...fileList].flatMap((file) => /^(?:.+\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? []),
  );
  const unlisted = [...copied].filter((location) => !listed.has(location));
  if (unlisted.length > 0) throw new Error(`${name} loads what is no dependency of it: ${unlisted.join(', ')}.`);
  const native = [...fileList].filter((file) => file.endsWith('.node'));
  // One build serves the images of all platforms.
  if (native.length > 0) throw new Error(`${name} needs a module for one platform: ${native[0]}.`);
  copy(name, [...folders, `apps/${name}/package.json`, ...fileList]);
}

function portal() {
  const folder = path.join(target, 'portal');
  rmSync(folder, { recursive: true, force: true });
  cpSync(path.join(root, 'apps/portal/dist'), folder, { recursive: true });
  cpSync(path.join(root, 'deploy/config.json.template'), path.join(folder, 'config.json'));
  cpSync(path.join(root, 'deploy/security.txt.template'), path.join(folder, '.well-known/security.txt'));
}

function copy(name, files) {
  const folder = path.join(target, name);
  rmSync(folder, { recursive: true, force: true });
  for (const file of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    cpSync(path.join(root, file), path.join(folder, file), { recursive: true });
  }
}

function emulators() {
  const dist = path.join(root, 'apps/dev-stack/dist');
  return readdirSync(dist)
    .filter((name) => existsSync(path.join(dist, name, 'main.js')))
    .map((name) => `${name}/main`);
}
