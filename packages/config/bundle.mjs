import { rmSync } from 'node:fs';
import { build } from 'esbuild';

/** CommonJS packages call `require`, which an ES module does not have. */
const defineRequire =
  "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);";

/**
 * Bundles each entry point of a server, with its dependencies, into one file in `outdir`: one file starts faster than
 * hundreds, and it contains only the exports that are used. Packages in `external` load from node_modules when they are
 * imported.
 */
export default async function bundle(entryPoints, outdir = 'dist', { external = [] } = {}) {
  rmSync(outdir, { recursive: true, force: true });
  await build({
    entryPoints,
    outdir,
    outbase: 'src',
    bundle: true,
    platform: 'node',
    // Prefer a package's ES modules, whose unused exports esbuild can drop.
    mainFields: ['module', 'main'],
    target: 'node20',
    format: 'esm',
    banner: { js: defineRequire },
    legalComments: 'external',
    sourcemap: true,
    sourcesContent: false,
    external,
    logLevel: 'warning',
  });
}
