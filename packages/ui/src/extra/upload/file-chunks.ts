export const chunkSizeBytes = 64 * 1024;

export interface FileChunk {
  readonly index: number;
  readonly count: number;
  /** The offset of the first byte. `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly total: number;
  readonly bytes: Blob;
}

/** Splits a file into chunks of 64 KB. An empty file is one empty chunk, so that it is uploaded too. */
export function splitIntoChunks(file: Blob, sizeBytes = chunkSizeBytes): FileChunk[] {
  const count = Math.max(1, Math.ceil(file.size / sizeBytes));
  return Array.from({ length: count }, (_, index) => {
    const start = index * sizeBytes;
    const end = Math.min(start + sizeBytes, file.size);
    return { index, count, start, end, total: file.size, bytes: file.slice(start, end) };
  });
}
