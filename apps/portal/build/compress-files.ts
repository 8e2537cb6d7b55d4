import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];

const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };

/** Writes each text file also as `.br` and `.gz`, with the highest quality, which takes too long for each request. */
export function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const files = await readdir(dir, { recursive: true });
      const compress = async (name: string) => {
        const bytes = await readFile(path.join(dir, name));
        await writeFile(path.join(dir, `${name}.br`), await toBrotli(bytes, { params }));
        await writeFile(path.join(dir, `${name}.gz`), await toGzip(bytes, { level: constants.Z_BEST_COMPRESSION }));
      };
      await Promise.all(files.filter((name) => /\.(?:js|css|svg|html)$/.test(name)).map(compress));
    },
  };
}
