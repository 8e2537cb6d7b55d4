import { useState, type DragEvent } from 'react';
import { classNames } from '../../class-names.ts';
import { Alert } from '../../feedback/alert.tsx';
import { FileDropzone } from './file-dropzone.tsx';
import { formatBytes } from './format-bytes.ts';
import { UploadProgress } from './upload-progress.tsx';
import type { UploadChunk } from './chunked-upload.ts';
import { useUpload } from './use-upload.ts';

export interface FileUploadProps {
  label: string;
  /** Sends one chunk of at most 64 KB. If it rejects, the upload stops until the user retries. */
  upload: UploadChunk;
  onDone?: ((file: File) => void) | undefined;
  /** Returns the message for a rejection. */
  errorText?: ((cause: unknown) => string) | undefined;
  /** The `accept` attribute of the file input, for example `.pem,image/*`. */
  accept?: string | undefined;
  maxSizeBytes?: number | undefined;
  hint?: string | undefined;
  disabled?: boolean | undefined;
}

const defaultErrorText = () => 'The upload was interrupted.';

export function FileUpload(props: FileUploadProps) {
  const {
    label,
    upload,
    onDone,
    errorText = defaultErrorText,
    accept,
    maxSizeBytes = Infinity,
    hint,
    disabled,
  } = props;
  const { current, start, pause, resume, clear } = useUpload(upload, onDone);
  const [oversizedFile, setOversizedFile] = useState<string>();
  const [isDragOver, setIsDragOver] = useState(false);
  const selectFile = (file: File | undefined) => {
    if (!file || disabled) return;
    setOversizedFile(file.size > maxSizeBytes ? file.name : undefined);
    if (file.size <= maxSizeBytes) start(file);
  };
  const handleDrag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setIsDragOver(inside);
  };
  return (
    <div
      role="group"
      aria-label={label}
      onDragOver={handleDrag(true)}
      onDragLeave={handleDrag(false)}
      onDrop={(event) => {
        handleDrag(false)(event);
        if (!current) selectFile(event.dataTransfer.files[0]);
      }}
      className={classNames(
        'flex min-h-24 flex-col justify-center gap-3 rounded-lg border p-4 transition-colors',
        !current && 'border-dashed',
        isDragOver && !current && !disabled ? 'border-action bg-action' : 'border-neutral',
      )}
    >
      {oversizedFile !== undefined && (
        <Alert message={`${oversizedFile} is too large. The maximum size is ${formatBytes(maxSizeBytes)}.`} />
      )}
      {current ? (
        <UploadProgress {...current} errorText={errorText} {...{ pause, resume, clear }} />
      ) : (
        <FileDropzone label={label} accept={accept} hint={hint} disabled={disabled} onFile={selectFile} />
      )}
    </div>
  );
}
