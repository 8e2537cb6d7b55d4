import type { LegalDocument } from '@portal/contract';
import { RichLink } from '@portal/ui';
import type { ReactNode } from 'react';
import Markdown, { type Components } from 'react-markdown';
import { Link } from 'react-router';
import remarkGfm from 'remark-gfm';
import { safeRedirect } from '../../lib/safe-redirect.ts';

export interface LegalTextProps {
  document: LegalDocument;
  /** The level of the heading above the text. */
  titleLevel: 1 | 2;
  /** The path of another document, for links. */
  pathOf: (slug: string) => string;
}

/** The headings in a document start one level below its title. */
const headings = {
  1: { h1: 'h2', h2: 'h2', h3: 'h3' },
  2: { h1: 'h3', h2: 'h3', h3: 'h4' },
} as const;

/** The text of a document without its title. */
export function LegalText({ document, titleLevel, pathOf }: LegalTextProps) {
  const components: Components = {
    ...headings[titleLevel],
    a: ({ href, children }) => <LegalLink {...{ href, pathOf }}>{children}</LegalLink>,
    // No images: loading one would reveal the reader to another site.
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

/** Documents link to each other by file name, such as `02-privacy-policy.md`. */
const fileName = /^(?:\.\/)?(?:\d+-)?([\w-]+)\.md$/;

function LegalLink({ href, pathOf, children }: LegalLinkProps) {
  // react-markdown removes the URL of an unsafe link. Its text stays.
  if (!href) return children;
  const slug = fileName.exec(href)?.[1];
  const path = slug === undefined ? safeRedirect(href) : pathOf(slug);
  return path === null ? <RichLink href={href}>{children}</RichLink> : <Link to={path}>{children}</Link>;
}

/** The page shows the title itself. */
function withoutTitle({ content, title }: LegalDocument): string {
  const [first = '', ...rest] = content.trimStart().split('\n');
  return first.replace(/^#\s+/, '').trim().toLowerCase() === title.toLowerCase() && first.startsWith('#')
    ? rest.join('\n')
    : content;
}
