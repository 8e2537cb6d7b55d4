import { rmSync } from 'node:fs';
import { build } from 'esbuild';

/** Our own packages are TypeScript sources and go into the bundle; everything from npm stays in node_modules. */
const npmStaysOutside = {
  name: 'npm-stays-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@portal/') ? undefined : { path, external: true },
    );
  },
};

/** Bundles each entry of a server into a file of its own in dist/ or another folder, named as it is below src/. */
export default async function bundle(entryPoints, outdir = 'dist') {
  rmSync(outdir, { recursive: true, force: true });
  await build({
    entryPoints,
    outdir,
    outbase: 'src',
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    plugins: [npmStaysOutside],
    logLevel: 'warning',
  });
}
