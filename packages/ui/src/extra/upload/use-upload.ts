import { useEffect, useRef, useState } from 'react';
import { startUpload, type UploadChunk, type UploadHandle, type UploadState } from './chunked-upload.ts';

interface CurrentUpload {
  readonly file: File;
  readonly state: UploadState;
}

/** Uploads one file at a time. Unmounting cancels the upload. */
export function useUpload(upload: UploadChunk, onDone: ((file: File) => void) | undefined) {
  const [current, setCurrent] = useState<CurrentUpload>();
  const handle = useRef<UploadHandle>(undefined);
  useEffect(() => () => handle.current?.cancel(), []);

  const start = (file: File) => {
    handle.current?.cancel();
    handle.current = startUpload(file, upload, (state) => {
      setCurrent(state.phase === 'cancelled' ? undefined : { file, state });
      if (state.phase === 'done') onDone?.(file);
    });
  };
  return {
    current,
    start,
    pause: () => handle.current?.pause(),
    resume: () => handle.current?.resume(),
    /** Cancels the upload, or removes a finished one. */
    clear: () => {
      handle.current?.cancel();
      setCurrent(undefined);
    },
  };
}
