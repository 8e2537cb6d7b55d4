import { useId, useRef } from 'react';
import { Button } from '../button/button.tsx';
import { Icon } from '../icon/icon.tsx';

export interface FileDropProps {
  label: string;
  accept: string | undefined;
  hint: string | undefined;
  disabled: boolean | undefined;
  onFile: (file: File | undefined) => void;
}

/** Where a file can be chosen, or let go of. */
export function FileDrop({ label, accept, hint, disabled, onFile }: FileDropProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Icon name="upload" size={24} className="text-empty-icon" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium text-strong">{label}</p>
        <p id={id} className="text-sm text-secondary">
          {hint ?? 'Drop it here, or choose it.'}
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
          // The same file can be chosen again after it was taken away.
          event.target.value = '';
        }}
      />
    </div>
  );
}
