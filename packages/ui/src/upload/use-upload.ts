import { useEffect, useRef, useState } from 'react';
import { startUpload, type UploadChunk, type UploadRun, type UploadState } from './upload-run.ts';

interface CurrentUpload {
  readonly file: File;
  readonly state: UploadState;
}

/** The upload of one file at a time; leaving the page gives it up. */
export function useUpload(upload: UploadChunk, onDone: ((file: File) => void) | undefined) {
  const [current, setCurrent] = useState<CurrentUpload>();
  const run = useRef<UploadRun>(undefined);
  useEffect(() => () => run.current?.cancel(), []);

  const start = (file: File) => {
    run.current?.cancel();
    run.current = startUpload(file, upload, (state) => {
      setCurrent(state.phase === 'cancelled' ? undefined : { file, state });
      if (state.phase === 'done') onDone?.(file);
    });
  };
  return {
    current,
    start,
    pause: () => run.current?.pause(),
    resume: () => run.current?.resume(),
    /** Also puts away one that is done. */
    clear: () => {
      run.current?.cancel();
      setCurrent(undefined);
    },
  };
}
