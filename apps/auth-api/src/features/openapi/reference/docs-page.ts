import { createHash } from 'node:crypto';
import type { RendererObject, Tokens } from 'marked';
import escapeHtml from 'escape-html';
import { docsStyle } from './docs-style.ts';
import { callsPage } from './calls-page.ts';
import { errorsPage } from './errors-page.ts';
import { headingAnchor } from './markdown.ts';

const styleHash = createHash('sha256').update(docsStyle).digest('base64');

/** Allows only the page's own style. */
export const docsContentSecurityPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The reference as one HTML page: the Markdown of docs/ with a table of contents. */
export async function docsPage(): Promise<string> {
  // Imported on first use: production has neither this page nor the library.
  const { Marked } = await import('marked');
  const marked = new Marked({ renderer: withAnchors });
  // Nests the second document under the first, and turns links between the two into links within the page.
  const markdown = `${callsPage()}\n${errorsPage().replace(/^#/gm, '##')}`.replaceAll('](errors.md)', '](#errors)');
  const tokens = marked.lexer(markdown.replace(/\]\((?:api|errors)\.md#/g, '](#'));
  const headings = tokens.filter((token): token is Tokens.Heading => token.type === 'heading' && token.depth > 1);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference</title>
<style>${docsStyle}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<nav aria-label="Contents">${tableOfContents(headings)}</nav>
<main id="content" tabindex="-1">
${marked.parser(tokens)}
</main>
</body>
</html>
`;
}

const withAnchors: RendererObject = {
  heading({ tokens, depth, text }) {
    const anchor = headingAnchor(text);
    return `<h${depth} id="${anchor}"><a href="#${anchor}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`;
  },
};

function tableOfContents(headings: readonly Tokens.Heading[]): string {
  const items = headings.map(
    ({ depth, text }) => `<li class="depth-${depth}"><a href="#${headingAnchor(text)}">${escapeHtml(text)}</a></li>`,
  );
  return `<ul>${items.join('')}</ul>`;
}
