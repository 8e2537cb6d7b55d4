import type { LegalDocument } from '@portal/contract';
import { RichLink } from '@portal/ui';
import type { ReactNode } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Link } from 'react-router';
import { ownPath } from '../../navigation/own-path.ts';

export interface LegalTextProps {
  document: LegalDocument;
  /** How high the heading stands that the text is below. */
  titleLevel: 1 | 2;
  /** Where the documents are that it links to. */
  pathOf: (slug: string) => string;
}

/** The document's own headings begin one below its title. */
const headings = {
  1: { h1: 'h2', h2: 'h2', h3: 'h3' },
  2: { h1: 'h3', h2: 'h3', h3: 'h4' },
} as const;

/** The text of a document, below its title. */
export function LegalText({ document, titleLevel, pathOf }: LegalTextProps) {
  const components: Components = {
    ...headings[titleLevel],
    a: ({ href, children }) => <LegalLink {...{ href, pathOf }}>{children}</LegalLink>,
    // A picture would have to be fetched from elsewhere, which would learn who reads this.
    img: ({ alt }) => alt,
  };
  return (
    <div className="legal-text" data-title-level={titleLevel}>
      <Markdown components={components} remarkPlugins={[remarkGfm]}>
        {withoutTitle(document)}
      </Markdown>
    </div>
  );
}

interface LegalLinkProps extends Pick<LegalTextProps, 'pathOf'> {
  href: string | undefined;
  children: ReactNode;
}

/** Another document of the folder is linked by the name of its file. */
const file = /^(?:\.\/)?(?:\d+-)?([\w-]+)\.md$/;

function LegalLink({ href, pathOf, children }: LegalLinkProps) {
  // An address that was refused leaves its text.
  if (!href) return children;
  const slug = file.exec(href)?.[1];
  const path = slug === undefined ? ownPath(href) : pathOf(slug);
  return path === null ? <RichLink href={href}>{children}</RichLink> : <Link to={path}>{children}</Link>;
}

/** The title stands above the text already. */
function withoutTitle({ content, title }: LegalDocument): string {
  const [first = '', ...rest] = content.trimStart().split('\n');
  return first.replace(/^#\s+/, '').trim().toLowerCase() === title.toLowerCase() && first.startsWith('#')
    ? rest.join('\n')
    : content;
}
