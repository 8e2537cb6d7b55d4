import type { Root } from 'mdast';
import Markdown, { type Components, type Options } from 'react-markdown';
import rehypeHighlight from 'rehype-highlight';
import { visit } from 'unist-util-visit';
import { CodeBlock } from './code-block.tsx';
import { codeLanguages } from './code-languages.ts';
import { RichImage } from './rich-image.tsx';
import { RichLink } from '../../text/rich-link.tsx';

/** The language of code blocks without one. Source: specification section 9. */
const defaultLanguage = 'js';

const setDefaultLanguage = () => (tree: Root) =>
  visit(tree, 'code', (block) => {
    block.lang ??= defaultLanguage;
  });

/** Shows HTML as plain text in a paragraph of its own. */
const htmlToParagraphs = () => (tree: Root) => {
  tree.children = tree.children.map((node) =>
    node.type === 'html' ? { type: 'paragraph', children: [{ type: 'text', value: node.value }] } : node,
  );
};

/** Headings start at level 3, below the headings of the page. */
const components: Components = {
  h1: 'h3',
  h2: 'h4',
  h3: 'h5',
  h4: 'h6',
  a: ({ href, children }) => <RichLink href={href}>{children}</RichLink>,
  img: ({ src, alt }) => <RichImage src={typeof src === 'string' ? src : undefined} alt={alt} />,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
};

const rehypePlugins: Options['rehypePlugins'] = [[rehypeHighlight, { languages: codeLanguages }]];

export default function RichTextBody({ text }: { text: string }) {
  return (
    <div className="rich-text">
      <Markdown
        components={components}
        remarkPlugins={[setDefaultLanguage, htmlToParagraphs]}
        rehypePlugins={rehypePlugins}
      >
        {text}
      </Markdown>
    </div>
  );
}
