import { fileChunks, type FileChunk } from './file-chunks.ts';

export type UploadPhase = 'uploading' | 'paused' | 'failed' | 'done' | 'cancelled';

export interface UploadState {
  readonly phase: UploadPhase;
  readonly sent: number;
  readonly total: number;
  /** Why it failed. */
  readonly cause?: unknown;
}

export type UploadChunk = (chunk: FileChunk, signal: AbortSignal) => Promise<void>;

export interface UploadRun {
  pause: () => void;
  /** Goes on after a pause, or tries again the piece that failed. */
  resume: () => void;
  cancel: () => void;
}

/**
 * Sends a file piece by piece, in order. A pause lets the piece on its way arrive, so that none is sent twice; only
 * giving up breaks it off.
 */
export function startUpload(file: Blob, upload: UploadChunk, onChange: (state: UploadState) => void): UploadRun {
  const chunks = fileChunks(file);
  const abort = new AbortController();
  let state: UploadState = { phase: 'uploading', sent: 0, total: file.size };
  let next = 0;
  let working = false;

  const change = (more: Partial<UploadState>) => {
    state = { ...state, cause: undefined, ...more };
    onChange(state);
  };
  const is = (...phases: UploadPhase[]) => phases.includes(state.phase);

  async function work() {
    if (working) return;
    working = true;
    try {
      for (let chunk = chunks[next]; chunk && is('uploading'); chunk = chunks[next]) {
        await upload(chunk, abort.signal);
        next += 1;
        if (!is('cancelled')) change({ sent: chunk.end });
      }
      if (is('uploading')) change({ phase: 'done' });
    } catch (cause) {
      if (!is('cancelled')) change({ phase: 'failed', cause });
    } finally {
      working = false;
    }
  }

  change({});
  void work();
  return {
    pause: () => {
      if (is('uploading')) change({ phase: 'paused' });
    },
    resume: () => {
      if (!is('paused', 'failed')) return;
      change({ phase: 'uploading' });
      void work();
    },
    cancel: () => {
      if (is('done', 'cancelled')) return;
      change({ phase: 'cancelled' });
      abort.abort();
    },
  };
}
