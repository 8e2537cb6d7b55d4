import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { systemErrorCode } from './start-failure.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

export interface StaticFile {
  type: string;
  etag: string;
  body(encoding: Encoding): Promise<Buffer>;
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

const compressed: Record<Exclude<Encoding, 'identity'>, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (bytes) => promisify(gzip)(bytes),
};

/** The files below a folder, each read and compressed once for as long as it does not change. */
export function staticFiles(folder: string): (name: string) => Promise<StaticFile | undefined> {
  const root = path.resolve(folder);
  const known = new Map<string, { modified: number; file: StaticFile }>();

  return async (name) => {
    const location = path.join(root, name);
    const hidden = name.split('/').some((part) => part.startsWith('.'));
    if (hidden || name.includes('\0') || !location.startsWith(root + path.sep)) return undefined;
    const modified = await modifiedAt(location);
    if (modified === undefined) return undefined;
    const kept = known.get(location);
    if (kept?.modified === modified) return kept.file;
    const file = asStaticFile(path.extname(location), await readFile(location));
    known.set(location, { modified, file });
    return file;
  };
}

export function asStaticFile(extension: string, bytes: Buffer): StaticFile {
  const type = types[extension] ?? 'application/octet-stream';
  const worthwhile = /^text|json|svg/.test(type) && bytes.length > 1000;
  const made = new Map<Encoding, Promise<Buffer>>();
  return {
    type,
    etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
    body(encoding) {
      if (encoding === 'identity' || !worthwhile) return Promise.resolve(bytes);
      const body = made.get(encoding) ?? compressed[encoding](bytes);
      made.set(encoding, body);
      return body;
    },
  };
}

async function modifiedAt(location: string): Promise<number | undefined> {
  try {
    const found = await stat(location);
    return found.isFile() ? found.mtimeMs : undefined;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return undefined;
    throw error;
  }
}
