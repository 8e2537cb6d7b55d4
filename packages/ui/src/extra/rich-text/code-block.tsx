import { isValidElement, useState, type ReactNode } from 'react';
import { CopyButton } from '../../text/copy-button.tsx';
import { copyableCode } from './copyable-code.ts';

function languageOf(children: ReactNode): string {
  if (!isValidElement<{ className?: string }>(children)) return '';
  return /language-(\S+)/.exec(children.props.className ?? '')?.[1] ?? '';
}

export function CodeBlock({ children }: { children: ReactNode }) {
  const [pre, setPre] = useState<HTMLPreElement | null>(null);
  const language = languageOf(children);
  return (
    <div className="code-block">
      <div className="code-block-header">
        <span>{language}</span>
        <CopyButton text={() => copyableCode(pre?.textContent ?? '')} label="Copy code" />
      </div>
      <pre
        ref={setPre}
        // Focusable, so that the arrow keys can scroll it.
        tabIndex={0}
        role="group"
        aria-label={`Code, ${language}`}
      >
        {children}
      </pre>
    </div>
  );
}
