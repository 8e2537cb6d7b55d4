import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { FileResponse } from './types.ts';

/** A text file inside a ZIP file. */
export interface ZipEntry {
  readonly name: string;
  readonly parts: AsyncIterable<string>;
}

/** A ZIP file of text files. Each is compressed while it is read. */
export function toZipFile(fileName: string, entries: readonly ZipEntry[]): FileResponse {
  return { fileName, parts: zip(entries) };
}

async function* zip(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
  let output: Uint8Array[] = [];
  const takeOutput = () => {
    const taken = output;
    output = [];
    return taken;
  };
  const archive = new Zip((error, chunk) => {
    if (error) throw error;
    output.push(chunk);
  });
  for (const { name, parts } of entries) {
    const file = new ZipDeflate(name);
    archive.add(file);
    for await (const part of parts) {
      file.push(strToU8(part));
      yield* takeOutput();
    }
    file.push(new Uint8Array(0), true);
  }
  archive.end();
  yield* takeOutput();
}
