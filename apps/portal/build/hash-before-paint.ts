import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const source = readFileSync(fileURLToPath(new URL('../public/before-paint.js', import.meta.url)), 'utf8');

/**
 * Puts a hash into the file name of `before-paint.js`, as the other scripts have it, so that browsers keep it in their cache.
 * The page waits for this script.
 */
export function hashBeforePaint(): Plugin {
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
  const fileName = `assets/before-paint-${hash}.js`;
  return {
    name: 'hash-before-paint',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: { order: 'post', handler: (html) => html.replace('"/before-paint.js"', `"/${fileName}"`) },
  };
}
