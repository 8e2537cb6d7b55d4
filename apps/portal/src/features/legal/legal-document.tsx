import type { LegalDocument } from '@portal/contract';
import Markdown from 'react-markdown';

/** The document's own headings go one level down, below its title. */
const components = { h1: 'h3', h2: 'h3', h3: 'h4' } as const;

export function LegalText({ document }: { document: LegalDocument }) {
  return (
    <div className="legal-text">
      <Markdown components={components}>{withoutTitle(document)}</Markdown>
    </div>
  );
}

/** The title stands above the text already. */
function withoutTitle({ content, title }: LegalDocument): string {
  const [first = '', ...rest] = content.trimStart().split('\n');
  return first.replace(/^#\s+/, '').trim().toLowerCase() === title.toLowerCase() && first.startsWith('#')
    ? rest.join('\n')
    : content;
}
