import { useId, useState, type ReactNode } from 'react';
import type { ButtonVariant } from '../button/button-classes.ts';
import { Button } from '../button/button.tsx';
import { useCopy } from './use-copy.ts';
import { useIsTruncated } from './use-is-truncated.ts';

export interface CopyFieldProps {
  label: string;
  value: string;
  mono?: boolean | undefined;
  hint?: ReactNode;
  /** The variant of the button. */
  variant?: ButtonVariant | undefined;
  copyLabel?: string | undefined;
  copiedLabel?: string | undefined;
  failedLabel?: string | undefined;
  /** Called when the whole value was copied, by the button or by the keyboard. */
  onCopied?: (() => void) | undefined;
}

/** A read-only value with a copy button. Focusing it selects the whole value, and shows its beginning. */
export function CopyField({
  label,
  value,
  mono = true,
  hint,
  variant = 'primary',
  copyLabel = 'Copy',
  copiedLabel = 'Copied',
  failedLabel = 'Copy failed',
  onCopied,
}: CopyFieldProps) {
  const id = useId();
  const { state, copy, markCopied } = useCopy(onCopied);
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const isCut = useIsTruncated(input, value);
  const [isAtEnd, setAtEnd] = useState(false);
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium text-strong">
        {label}
      </label>
      <div className="flex gap-2">
        <div className="relative min-w-0 flex-1">
          <input
            ref={setInput}
            id={id}
            readOnly
            translate="no"
            value={value}
            aria-describedby={hint ? `${id}-hint` : undefined}
            onFocus={({ currentTarget }) => {
              currentTarget.select();
              // The browser has scrolled to the cursor, which is at the end at first.
              currentTarget.scrollLeft = 0;
            }}
            onCopy={({ currentTarget: { selectionStart, selectionEnd } }) => {
              if (selectionStart === 0 && selectionEnd === value.length) markCopied();
            }}
            onScroll={({ currentTarget: { scrollLeft, clientWidth, scrollWidth } }) =>
              setAtEnd(scrollLeft + clientWidth >= scrollWidth - 1)
            }
            className={`form-control h-9 w-full px-3 ${mono ? 'font-mono text-sm' : ''}`}
          />
          {/* Shows that the value goes on. */}
          {isCut && !isAtEnd && (
            <div
              aria-hidden
              className="pointer-events-none absolute inset-y-px right-px w-12 rounded-r-md bg-linear-to-l from-(--control) to-transparent"
            />
          )}
        </div>
        <Button
          variant={variant}
          icon={state === 'copied' ? 'check' : state === 'failed' ? 'alert-triangle' : 'copy'}
          onClick={() => void copy(value)}
        >
          {{ idle: copyLabel, copied: copiedLabel, failed: failedLabel }[state]}
        </Button>
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-secondary">
          {hint}
        </p>
      )}
    </div>
  );
}
