import { useState, type DragEvent } from 'react';
import { classes } from '../classes.ts';
import { ErrorBox } from '../feedback/error-box.tsx';
import { FileDrop } from './file-drop.tsx';
import { sizeText } from './size-text.ts';
import { UploadProgress } from './upload-progress.tsx';
import type { UploadChunk } from './upload-run.ts';
import { useUpload } from './use-upload.ts';

export interface FileUploadProps {
  label: string;
  /** Sends one piece of 64 KB at most; a rejection stops the upload until somebody tries again. */
  upload: UploadChunk;
  onDone?: ((file: File) => void) | undefined;
  /** What to say of a rejection. */
  failureText?: ((cause: unknown) => string) | undefined;
  /** As the browser's own file field takes it, such as `.pem,image/*`. */
  accept?: string | undefined;
  /** In bytes. */
  maxSize?: number | undefined;
  hint?: string | undefined;
  disabled?: boolean | undefined;
}

const unnamedFailure = () => 'The upload was interrupted.';

export function FileUpload(props: FileUploadProps) {
  const { label, upload, onDone, failureText = unnamedFailure, accept, maxSize = Infinity, hint, disabled } = props;
  const { current, start, pause, resume, clear } = useUpload(upload, onDone);
  const [tooLarge, setTooLarge] = useState<string>();
  const [over, setOver] = useState(false);
  const take = (file: File | undefined) => {
    if (!file || disabled) return;
    setTooLarge(file.size > maxSize ? file.name : undefined);
    if (file.size <= maxSize) start(file);
  };
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(inside);
  };
  return (
    <div
      role="group"
      aria-label={label}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event);
        if (!current) take(event.dataTransfer.files[0]);
      }}
      className={classes(
        'flex min-h-24 flex-col justify-center gap-3 rounded-lg border p-4 transition-colors',
        !current && 'border-dashed',
        over && !current && !disabled ? 'border-action bg-action' : 'border-neutral',
      )}
    >
      {tooLarge !== undefined && (
        <ErrorBox message={`${tooLarge} is too large. A file can have ${sizeText(maxSize)} at most.`} />
      )}
      {current ? (
        <UploadProgress {...current} failureText={failureText} {...{ pause, resume, clear }} />
      ) : (
        <FileDrop label={label} accept={accept} hint={hint} disabled={disabled} onFile={take} />
      )}
    </div>
  );
}
