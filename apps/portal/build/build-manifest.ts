import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

function hashOf(fileNames: readonly string[]): string {
  const hash = createHash('sha256');
  for (const name of fileNames.filter((name) => /\.(?:js|css)$/.test(name)).sort()) hash.update(name);
  return hash.digest('hex').slice(0, 16);
}

/**
 * Gives each build a hash, in the page and in `/manifest.json`, so that an open page learns of a newer build.
 * The hash is that of the files' names, which carry the hashes of their content.
 */
export function buildManifest(): Plugin {
  return {
    name: 'build-manifest',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => [
        { tag: 'meta', attrs: { name: 'build-hash', content: hashOf(Object.keys(bundle ?? {})) }, injectTo: 'head' },
      ],
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const manifest = { hash: hashOf(Object.keys(bundle)) };
        this.emitFile({ type: 'asset', fileName: 'manifest.json', source: `${JSON.stringify(manifest)}\n` });
      },
    },
  };
}
