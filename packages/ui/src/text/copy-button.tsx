import { IconButton } from '../button/icon-button.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';
import { useCopy } from './use-copy.ts';

export interface CopyButtonProps {
  /** The text, or a function that returns it when it is copied. */
  text: string | (() => string);
  label?: string | undefined;
  copiedLabel?: string | undefined;
  failedLabel?: string | undefined;
  size?: 'md' | 'sm' | undefined;
  onCopied?: (() => void) | undefined;
}

export function CopyButton({
  text,
  label = 'Copy',
  copiedLabel = 'Copied',
  failedLabel = 'Copy failed',
  size = 'sm',
  onCopied,
}: CopyButtonProps) {
  const { state, copy } = useCopy(onCopied);
  const statusLabel = { idle: label, copied: copiedLabel, failed: failedLabel }[state];
  return (
    <span className="inline-flex">
      <IconButton
        icon={state === 'copied' ? 'check' : state === 'failed' ? 'alert-triangle' : 'copy'}
        label={statusLabel}
        tooltip
        size={size}
        onClick={() => void copy(typeof text === 'string' ? text : text())}
      />
      <span aria-live="polite">{state !== 'idle' && <VisuallyHidden>{statusLabel}</VisuallyHidden>}</span>
    </span>
  );
}
