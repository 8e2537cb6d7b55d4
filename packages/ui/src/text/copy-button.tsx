import { IconButton } from '../button/icon-button.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';
import { useCopy } from './copied.ts';

export interface CopyButtonProps {
  /** The text, or what finds it when it is wanted. */
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
  failedLabel = 'Could not copy',
  size = 'sm',
  onCopied,
}: CopyButtonProps) {
  const { state, copy } = useCopy(onCopied);
  const said = { idle: label, copied: copiedLabel, failed: failedLabel }[state];
  return (
    <span className="inline-flex">
      <IconButton
        icon={state === 'copied' ? 'check' : state === 'failed' ? 'alert-triangle' : 'copy'}
        label={said}
        tooltip
        size={size}
        onClick={() => void copy(typeof text === 'string' ? text : text())}
      />
      <span aria-live="polite">{state !== 'idle' && <VisuallyHidden>{said}</VisuallyHidden>}</span>
    </span>
  );
}
