import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { FileResponse } from '../call/types.ts';

/** A part of a text file inside a ZIP file. The first part with a name starts the file. */
export interface ZipPart {
  readonly name: string;
  readonly text: string;
  readonly isLast: boolean;
}

/**
 * A ZIP file of text files, which are compressed while they are read. Files can be written side by side. A ZIP file has one file after
 * the other, so what is compressed of a file stays in memory until the files that started before it have ended.
 */
export function toZipFile(fileName: string, parts: AsyncIterable<readonly ZipPart[]>): FileResponse {
  return { fileName, parts: zip(parts) };
}

async function* zip(batches: AsyncIterable<readonly ZipPart[]>): AsyncGenerator<Uint8Array> {
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
  const openFiles = new Map<string, ZipDeflate>();
  const openFile = (name: string) => {
    const file = new ZipDeflate(name);
    archive.add(file);
    openFiles.set(name, file);
    return file;
  };
  for await (const parts of batches) {
    for (const { name, text, isLast } of parts) {
      (openFiles.get(name) ?? openFile(name)).push(strToU8(text), isLast);
      if (isLast) openFiles.delete(name);
    }
    yield* takeOutput();
  }
  archive.end();
  yield* takeOutput();
}
