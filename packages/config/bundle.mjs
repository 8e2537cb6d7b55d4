import { rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

/** Packages ask for Node's modules by `require`, which an ES module does not have. */
const requireForPackages =
  "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);";

const staysOutside = (names) => ({
  name: 'stays-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path: wanted, kind }) => {
      const isNamed = names.some((name) => wanted === name || wanted.startsWith(`${name}/`));
      return isNamed || kind === 'dynamic-import' ? { path: wanted, external: true } : undefined;
    });
  },
});

/** V8 keeps the text of a program, in twice the room once it has one such character; esbuild leaves them in patterns. */
const inAscii = (text) =>
  text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * Bundles each entry of a server into a file of its own in dist/ or another folder, named as it is below src/, together
 * with the packages that it starts with: one file is read in half the time of hundreds, and has only what is used of
 * them. What is asked for by `import()`, and the packages named `outside`, are read from node_modules when they are wanted.
 */
export default async function bundle(entryPoints, outdir = 'dist', { outside = [], plugins = [] } = {}) {
  rmSync(outdir, { recursive: true, force: true });
  const { outputFiles } = await build({
    entryPoints,
    outdir,
    outbase: 'src',
    bundle: true,
    write: false,
    platform: 'node',
    // As ES modules, of which what nobody uses can be left out.
    mainFields: ['module', 'main'],
    target: 'node20',
    format: 'esm',
    banner: { js: requireForPackages },
    legalComments: 'external',
    sourcemap: true,
    sourcesContent: false,
    plugins: [...plugins, staysOutside(outside)],
    logLevel: 'warning',
  });
  for (const file of outputFiles) {
    await mkdir(path.dirname(file.path), { recursive: true });
    await writeFile(file.path, file.path.endsWith('.js') ? inAscii(file.text) : file.contents);
  }
}
