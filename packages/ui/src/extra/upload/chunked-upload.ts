import { splitIntoChunks, type FileChunk } from './file-chunks.ts';

export type UploadPhase = 'uploading' | 'paused' | 'failed' | 'done' | 'cancelled';

export interface UploadState {
  readonly phase: UploadPhase;
  readonly sent: number;
  readonly total: number;
  /** Set if `phase` is `failed`. */
  readonly cause?: unknown;
}

export type UploadChunk = (chunk: FileChunk, signal: AbortSignal) => Promise<void>;

export interface UploadHandle {
  pause: () => void;
  /** Continues after a pause, or retries the chunk that failed. */
  resume: () => void;
  cancel: () => void;
}

/**
 * Uploads a file chunk by chunk, in order. A pause lets the pending chunk finish, so that no chunk is sent twice. Only
 * `cancel` aborts it.
 */
export function startUpload(file: Blob, upload: UploadChunk, onChange: (state: UploadState) => void): UploadHandle {
  const chunks = splitIntoChunks(file);
  const abort = new AbortController();
  let state: UploadState = { phase: 'uploading', sent: 0, total: file.size };
  let nextIndex = 0;
  let isSending = false;

  const update = (patch: Partial<UploadState>) => {
    state = { ...state, cause: undefined, ...patch };
    onChange(state);
  };
  const phaseIs = (...phases: UploadPhase[]) => phases.includes(state.phase);

  async function sendChunks() {
    if (isSending) return;
    isSending = true;
    try {
      for (let chunk = chunks[nextIndex]; chunk && phaseIs('uploading'); chunk = chunks[nextIndex]) {
        await upload(chunk, abort.signal);
        nextIndex += 1;
        if (!phaseIs('cancelled')) update({ sent: chunk.end });
      }
      if (phaseIs('uploading')) update({ phase: 'done' });
    } catch (cause) {
      if (!phaseIs('cancelled')) update({ phase: 'failed', cause });
    } finally {
      isSending = false;
    }
  }

  update({});
  void sendChunks();
  return {
    pause: () => {
      if (phaseIs('uploading')) update({ phase: 'paused' });
    },
    resume: () => {
      if (!phaseIs('paused', 'failed')) return;
      update({ phase: 'uploading' });
      void sendChunks();
    },
    cancel: () => {
      if (phaseIs('done', 'cancelled')) return;
      update({ phase: 'cancelled' });
      abort.abort();
    },
  };
}
