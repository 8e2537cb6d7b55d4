import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

function buildHash(fileNames: readonly string[]): string {
  const hash = createHash('sha256');
  for (const name of fileNames.filter((name) => /\.(?:js|css)$/.test(name)).sort()) hash.update(name);
  return hash.digest('hex').slice(0, 16);
}

/**
 * Writes the hash of the build into the page and into `/manifest.json`, so that an open page can detect a newer build.
 * The hash covers the file names, which contain the hashes of their content.
 */
export function buildManifest(): Plugin {
  return {
    name: 'build-manifest',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => [
        { tag: 'meta', attrs: { name: 'build-hash', content: buildHash(Object.keys(bundle ?? {})) }, injectTo: 'head' },
      ],
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const manifest = { hash: buildHash(Object.keys(bundle)) };
        this.emitFile({ type: 'asset', fileName: 'manifest.json', source: `${JSON.stringify(manifest)}\n` });
      },
    },
  };
}
