export const chunkSize = 64 * 1024;

export interface FileChunk {
  readonly index: number;
  readonly count: number;
  /** The bytes from here up to, and without, the end. */
  readonly start: number;
  readonly end: number;
  readonly total: number;
  readonly bytes: Blob;
}

/** A file in pieces of 64 KB. An empty one is a single empty piece, so that it arrives too. */
export function fileChunks(file: Blob, size = chunkSize): FileChunk[] {
  const count = Math.max(1, Math.ceil(file.size / size));
  return Array.from({ length: count }, (_, index) => {
    const start = index * size;
    const end = Math.min(start + size, file.size);
    return { index, count, start, end, total: file.size, bytes: file.slice(start, end) };
  });
}
