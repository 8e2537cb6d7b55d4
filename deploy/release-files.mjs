#!/usr/bin/env node
// `node deploy/release-files.mjs <folder>`: what the images hold, and nothing else, after `npx turbo run build`.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { nodeFileTrace } from '@vercel/nft';

const [target] = process.argv.slice(2);
if (!target) {
  process.stderr.write('Usage: release-files.mjs <folder>\n');
  process.exit(2);
}
const root = fileURLToPath(new URL('..', import.meta.url));

// Read by its path, which the trace does not see.
const schemaEngine = 'node_modules/@prisma/schema-engine-wasm/schema_engine_bg.wasm';
await server(
  'auth-api',
  ['main', 'migrate', 'keys', 'billing', 'backup'],
  ['apps/auth-api/dist', 'legal', schemaEngine],
);
await server('local', emulators(), ['apps/local/dist']);
portal();

/** The bundles of a server with those files of the dependencies that they load. */
async function server(name, entries, folders) {
  const programs = entries.map((entry) => path.join(root, 'apps', name, 'dist', `${entry}.js`));
  const { fileList } = await nodeFileTrace(programs, {
    base: root,
    // What a current Node asks packages for when it requires them.
    conditions: ['node', 'module-sync'],
    // Only needed to configure graphile-worker in TypeScript.
    ignore: ['node_modules/typescript/**'],
  });
  // The trace can mistake a path for one below the working directory and then includes whole unneeded folders.
  const strays = [...fileList].filter(
    (file) => !/^(?:node_modules|apps|legal)\//.test(file) && file !== 'package.json',
  );
  if (strays.length > 0)
    throw new Error(`What has ${strays[0]} to do in ${name}? ${strays.length} files are not of it.`);
  copy(name, [...folders, `apps/${name}/package.json`, ...fileList]);
}

/** The built files, each also compressed as far as it goes. */
function portal() {
  const folder = path.join(target, 'portal');
  rmSync(folder, { recursive: true, force: true });
  cpSync(path.join(root, 'apps/portal/dist'), folder, { recursive: true });
  cpSync(path.join(root, 'deploy/config.json.template'), path.join(folder, 'config.json'));
  cpSync(path.join(root, 'deploy/security.txt.template'), path.join(folder, '.well-known/security.txt'));
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!/\.(js|css|svg|html)$/.test(name)) continue;
    const bytes = readFileSync(path.join(folder, name));
    const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    writeFileSync(path.join(folder, `${name}.br`), brotliCompressSync(bytes, { params: quality }));
    writeFileSync(path.join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
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
  const dist = path.join(root, 'apps/local/dist');
  return readdirSync(dist)
    .filter((name) => existsSync(path.join(dist, name, 'main.js')))
    .map((name) => `${name}/main`);
}
