import { CopyButton } from './copy-button.tsx';
import { Truncate } from './truncate.tsx';

export interface CopyableTextProps {
  /** An id or a URL. */
  text: string;
  /** The label of the copy button. */
  label: string;
}

export function CopyableText({ text, label }: CopyableTextProps) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <Truncate translate="no" className="font-mono text-xs">
        {text}
      </Truncate>
      <CopyButton text={text} label={label} />
    </span>
  );
}
