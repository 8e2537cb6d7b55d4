import { useId, useRef } from 'react';
import { Button } from '../../button/button.tsx';
import { Icon } from '../../icon/icon.tsx';

export interface FileDropzoneProps {
  label: string;
  accept: string | undefined;
  hint: string | undefined;
  disabled: boolean | undefined;
  onFile: (file: File | undefined) => void;
}

export function FileDropzone({ label, accept, hint, disabled, onFile }: FileDropzoneProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Icon name="upload" size={24} className="text-empty-icon" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium text-strong">{label}</p>
        <p id={id} className="text-sm text-secondary">
          {hint ?? 'Drop a file here, or choose one.'}
        </p>
      </div>
      <Button disabled={disabled} onClick={() => input.current?.click()} aria-describedby={id}>
        Choose a file
      </Button>
      <input
        ref={input}
        type="file"
        aria-label={label}
        tabIndex={-1}
        accept={accept}
        disabled={disabled}
        className="hidden"
        onChange={(event) => {
          onFile(event.target.files?.[0]);
          // Allows the same file to be chosen again.
          event.target.value = '';
        }}
      />
    </div>
  );
}
