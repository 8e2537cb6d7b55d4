import type { Root } from 'mdast';
import Markdown, { type Components, type Options } from 'react-markdown';
import rehypeHighlight from 'rehype-highlight';
import { visit } from 'unist-util-visit';
import { CodeBlock } from './code-block.tsx';
import { codeLanguages } from './code-languages.ts';
import { RichImage } from './rich-image.tsx';
import { RichLink } from './rich-link.tsx';

/** A block of code that does not tell its language is in this. */
const defaultLanguage = 'js';

const nameLanguages = () => (tree: Root) =>
  visit(tree, 'code', (block) => {
    block.lang ??= defaultLanguage;
  });

/** HTML is text like any other, and stands apart from what is around it as a paragraph does. */
const keepHtmlApart = () => (tree: Root) => {
  tree.children = tree.children.map((node) =>
    node.type === 'html' ? { type: 'paragraph', children: [{ type: 'text', value: node.value }] } : node,
  );
};

/** The headings of a text stand below those of the page that shows it. */
const components: Components = {
  h1: 'h3',
  h2: 'h4',
  h3: 'h5',
  h4: 'h6',
  a: ({ href, children }) => <RichLink href={href}>{children}</RichLink>,
  img: ({ src, alt }) => <RichImage src={typeof src === 'string' ? src : undefined} alt={alt} />,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
};

const highlight: Options['rehypePlugins'] = [[rehypeHighlight, { languages: codeLanguages }]];

export default function RichTextBody({ text }: { text: string }) {
  return (
    <div className="rich-text">
      <Markdown components={components} remarkPlugins={[nameLanguages, keepHtmlApart]} rehypePlugins={highlight}>
        {text}
      </Markdown>
    </div>
  );
}
