import { isValidElement, useState, type ReactNode } from 'react';
import { CopyButton } from '../text/copy-button.tsx';
import { copyTextOf } from './copy-text.ts';

function languageOf(children: ReactNode): string {
  if (!isValidElement<{ className?: string }>(children)) return '';
  return /language-(\S+)/.exec(children.props.className ?? '')?.[1] ?? '';
}

/** Code with the name of its language and a way to take it away. */
export function CodeBlock({ children }: { children: ReactNode }) {
  const [code, setCode] = useState<HTMLPreElement | null>(null);
  const language = languageOf(children);
  return (
    <div className="code-block">
      <div className="code-block-head">
        <span>{language}</span>
        <CopyButton text={() => copyTextOf(code?.textContent ?? '')} label="Copy the code" />
      </div>
      <pre
        ref={setCode}
        // Arrow keys scroll the element that has the focus.
        tabIndex={0}
        role="group"
        aria-label={`Code, ${language}`}
      >
        {children}
      </pre>
    </div>
  );
}
