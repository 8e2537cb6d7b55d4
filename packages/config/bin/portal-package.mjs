#!/usr/bin/env node
// Builds the package in the working directory into `dist`, or into the folder of the first argument: JavaScript, types, and a
// package.json that exports them. `npm pack ./dist` packs it. In this repository, the package exports its sources.
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [target = 'dist'] = process.argv.slice(2);
rmSync(target, { recursive: true, force: true });

const compiler = fileURLToPath(new URL('portal-types.mjs', import.meta.url));
const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--outDir', target], {
  stdio: 'inherit',
});
if (status !== 0) process.exit(status ?? 1);

const { name, version, description, license, type, engines, dependencies, exports } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);
const built = (source) => source.replace(/^\.\/src\//, './').replace(/\.ts$/, '');
const builtExports = Object.entries(exports).map(([entry, source]) => [
  entry,
  { types: `${built(source)}.d.ts`, default: `${built(source)}.js` },
]);
const manifest = {
  ...{ name, version, private: true, description, license, type, engines, dependencies },
  exports: Object.fromEntries(builtExports),
};
writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
cpSync(fileURLToPath(new URL('../../../LICENSE', import.meta.url)), path.join(target, 'LICENSE'));
