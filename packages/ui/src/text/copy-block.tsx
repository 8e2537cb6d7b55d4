import { CopyButton } from './copy-button.tsx';

export interface CopyBlockProps {
  label: string;
  /** Several lines, such as code. */
  text: string;
  copyLabel: string;
}

/** A text of several lines with a copy button. */
export function CopyBlock({ label, text, copyLabel }: CopyBlockProps) {
  return (
    <div className="grid gap-1">
      <span className="flex items-center justify-between text-sm font-medium text-strong">
        {label} <CopyButton text={text} label={copyLabel} />
      </span>
      <pre
        // Focusable, so that the arrow keys can scroll it.
        tabIndex={0}
        role="group"
        aria-label={label}
        translate="no"
        className="max-h-64 overflow-auto rounded-md border border-line p-3 font-mono text-xs wrap-anywhere whitespace-pre-wrap"
      >
        {text}
      </pre>
    </div>
  );
}
