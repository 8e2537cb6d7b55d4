import escapeHtml from 'escape-html';
import type { RendererObject, Tokens } from 'marked';
import { basePathOf } from '../../../platform/config/base-path.ts';
import type { Settings } from '../../../platform/config/settings.ts';
import { hashSource, mark, palette, themes } from '../../../request/responses/html-page.ts';
import { exampleApiUrl } from './introduction.ts';
import { callsPage } from './calls-page.ts';
import { errorsPage } from './errors-page.ts';
import { headingAnchor } from './markdown.ts';
import { searchScript } from './search-script.ts';
import { taskOf } from '../tasks.ts';

/** The style sheet of the reference page. */
const docsStyle = (basePath: string) => `${palette(basePath)}
*{box-sizing:border-box}
html{scroll-padding-top:24px}
:root:has(#theme-light:checked){color-scheme:light;${themes.light}}
:root:has(#theme-dark:checked){color-scheme:dark;${themes.dark}}
body{margin:0;display:grid;grid-template-columns:272px minmax(0,1fr);background:var(--page);color:var(--text);font:15px/24px var(--sans)}
a{color:var(--link);text-underline-offset:2px}
a:focus-visible,main:focus-visible,input:focus-visible,label:has(:focus-visible){outline:2px solid var(--link);outline-offset:2px;border-radius:2px}
.skip{position:absolute;left:-999px}
.skip:focus{left:16px;top:16px;padding:8px 16px;background:var(--card);z-index:1}
nav{position:sticky;top:0;height:100vh;display:flex;flex-direction:column;padding:24px 0 0;border-right:1px solid var(--line);background:var(--card);font-size:13px;line-height:20px}
nav ul{margin:0;padding:0;list-style:none}
nav a{display:block;padding:4px 8px;color:var(--soft);text-decoration:none;overflow-wrap:anywhere;border-radius:6px}
nav a:hover{color:var(--strong);background:var(--code)}
nav [aria-current]{color:var(--link);background:var(--code);font-weight:500}
nav .brand{display:flex;align-items:center;gap:8px;margin:0 16px;color:var(--strong);font-size:15px;font-weight:600}
nav .brand:hover{background:none}
.brand svg{flex:none;width:28px;height:28px}
.back{margin:4px 16px 16px}
.find{margin:0 24px 16px}
.find label{display:block;margin-bottom:4px;color:var(--text);font-weight:500}
.find div{position:relative}
.find kbd{position:absolute;right:8px;top:7px;padding:0 6px;border:1px solid var(--line);border-radius:4px;color:var(--soft);font:12px/16px var(--mono);pointer-events:none}
.find input:focus+kbd,.active kbd{display:none}
.find input{width:100%;height:32px;padding:0 8px;border:1px solid var(--soft);border-radius:6px;background:var(--card);color:var(--text);font:inherit}
.find p{margin:8px 0 4px;color:var(--soft);font-size:12px}
.find p:empty{display:none}
.find ul{margin:0 -8px}
.find li:first-child a{background:var(--code);color:var(--strong)}
.find small{display:block;color:var(--soft);font-size:12px;line-height:16px}
fieldset{display:flex;gap:4px;margin:auto 0 0;padding:12px 24px;border:0;border-top:1px solid var(--line)}
legend{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
fieldset label{flex:1;padding:2px 8px;border:1px solid var(--line);border-radius:6px;color:var(--soft);text-align:center;cursor:pointer}
fieldset label:has(:checked){border-color:var(--link);color:var(--strong);font-weight:600}
fieldset input,#contents{position:absolute;opacity:0;pointer-events:none}
[hidden],.searching .toc,.contents{display:none!important}
nav .toc{flex:1;overflow-y:auto;padding:0 16px 24px;border-top:1px solid var(--line)}
.toc .part{padding:16px 8px 4px;color:var(--strong);font-size:12px;font-weight:600}
.toc :is(.depth-3,.depth-4) a{padding-left:20px}
.depth-2.open a{color:var(--strong);font-weight:500}
@media (scripting:enabled){.toc li:is(.depth-3,.depth-4):not(.open){display:none}}
main{width:100%;max-width:960px;padding:32px 40px 96px;outline-offset:-2px}
h1{color:var(--strong);font-size:28px;line-height:36px;margin:0 0 16px;letter-spacing:-.01em}
h2{color:var(--strong);font-size:22px;line-height:28px;margin:56px 0 12px;padding-top:32px;border-top:1px solid var(--line);letter-spacing:-.01em}
h3,h4{color:var(--strong);font-size:17px;line-height:24px;margin:48px 0 8px}
h2+h3{margin-top:24px}
:is(h1,h2,h3,h4) a{color:inherit;text-decoration:none}
:is(h1,h2,h3,h4) a:hover{text-decoration:underline}
:target a{color:var(--link)}
h3 code{float:right;margin-left:12px;font-weight:400;color:var(--soft)}
p,ul{margin:0 0 12px}
main ul{padding-left:20px}
code,pre{font:13px/20px var(--mono);font-variant-ligatures:none;background:var(--code);border-radius:4px}
code{padding:2px 5px;overflow-wrap:anywhere;-webkit-box-decoration-break:clone;box-decoration-break:clone}
.word,.line{white-space:nowrap}
p>strong:only-child>.request{display:block;padding:8px 12px;border:1px solid var(--line);border-radius:6px;background:var(--card);font-weight:400;white-space:normal}
.request b{margin-right:4px;color:var(--link);font-weight:600}
p>strong:first-child{color:var(--strong);font-weight:600}
pre{margin:0 0 16px;padding:12px 16px;border-radius:6px;white-space:pre-wrap}
pre code{padding:0;background:none}
.scroll{margin:0 0 16px;overflow-x:auto;border:1px solid var(--line);border-radius:6px;background:var(--card)}
table{width:100%;border-collapse:collapse;font-size:14px;line-height:20px}
th,td{padding:8px 12px;text-align:left;vertical-align:top;overflow-wrap:break-word}
td{border-top:1px solid var(--line)}
th{color:var(--soft);font-size:13px;font-weight:500}
th:first-child,td:first-child{width:26%}
@media (max-width:900px){body{display:block}nav{position:static;height:auto;border-right:0;border-bottom:1px solid var(--line)}.find kbd{display:none}.contents{display:block!important;margin:0 24px 16px;padding:5px 12px;border:1px solid var(--line);border-radius:6px;color:var(--text);font-weight:500;text-align:center;cursor:pointer}nav:not(:has(#contents:checked)) .toc{display:none}fieldset{border:0;padding-top:0}main{padding:24px 16px}th,td{padding:6px 8px}:is(h3,h4,td a){overflow-wrap:anywhere}td .line{white-space:normal}h3 code{display:table;float:none;margin:0 0 4px}}
@media print{nav,.skip{display:none}body{display:block;background:#fff}}`;

/**
 * Allows only the page's own style and script, and the fonts. The sandbox gives the page an origin of its own, so it has no session, and
 * `default-src` lets the script send nothing.
 */
const contentSecurityPolicy = (style: string) =>
  `sandbox allow-scripts; default-src 'none'; style-src '${hashSource(style)}'; script-src '${hashSource(searchScript)}'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

interface DocsPage {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

export type DocsSettings = Pick<Settings, 'AUTH_API_URL' | 'PORTAL_URL' | 'PRODUCT_NAME'>;

/**
 * The reference as one HTML page: the Markdown of docs/generated/ with a table of contents, and with the URL of this API. Calls are listed
 * by their tasks instead of their names.
 */
export async function docsPage(settings: DocsSettings): Promise<DocsPage> {
  // Imported on first use, because few deployments serve this page.
  const { Marked } = await import('marked');
  const marked = new Marked({ renderer });
  // Nests the second document under the first, and turns links between the two into links within the page.
  const markdown = `${callsPage()}\n${errorsPage().replace(/^#/gm, '##')}`
    .replaceAll('](errors.md)', '](#errors)')
    .replaceAll(exampleApiUrl, settings.AUTH_API_URL);
  const tokens = marked.lexer(markdown.replace(/\]\((?:api|errors)\.md#/g, '](#'));
  const headings = tokens.filter((token): token is Tokens.Heading => token.type === 'heading' && token.depth > 1);
  const style = docsStyle(basePathOf(settings));
  const product = escapeHtml(settings.PRODUCT_NAME);
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · ${product}</title>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<nav aria-label="Contents">
<a class="brand" href="#content">${mark}<span>${product} API</span></a>
<a class="back" href="${escapeHtml(settings.PORTAL_URL)}/workspaces">← Back to ${product}</a>
<div class="find" role="search" hidden><label for="search">Search</label><div><input id="search" type="search" autocomplete="off" aria-keyshortcuts="/"><kbd aria-hidden="true">/</kbd></div><p role="status"></p><ul></ul></div>
<label class="contents"><input id="contents" type="checkbox">Contents</label>
${tableOfContents(headings)}
<fieldset><legend>Theme</legend>${themeChoice('system', 'System', ' checked')}${themeChoice('light', 'Light')}${themeChoice('dark', 'Dark')}</fieldset>
</nav>
<main id="content" tabindex="-1">
${marked.parser(tokens)}
</main>
<script>${searchScript}</script>
</body>
</html>
`;
  return { html, contentSecurityPolicy: contentSecurityPolicy(style) };
}

const renderer: RendererObject = {
  heading({ tokens, depth, text }) {
    const anchor = headingAnchor(text);
    const task = depth === 3 ? taskOf(text) : undefined;
    const label = task === undefined ? this.parser.parseInline(tokens) : escapeHtml(task);
    const name = task === undefined ? '' : `${this.codespan({ type: 'codespan', raw: text, text })} `;
    return `<h${depth} id="${anchor}">${name}<a href="#${anchor}">${label}</a></h${depth}>\n`;
  },
  codespan({ text }) {
    const [, method, path] = /^(GET|POST|PUT|PATCH|DELETE) (\/\S*)$/.exec(text) ?? [];
    if (method !== undefined && path !== undefined)
      return `<code class="request"><b>${method}</b> ${escapeHtml(path)}</code>`;
    const style = text.length <= wordLength ? ' class="word"' : text.length <= lineLength ? ' class="line"' : '';
    return `<code${style}>${escapeHtml(text)}</code>`;
  },
  table({ header, rows }) {
    const row = (cells: readonly Tokens.TableCell[]) =>
      this.tablerow({ text: cells.map((cell) => this.tablecell(cell)).join('') });
    return `<div class="scroll"><table>\n<thead>\n${row(header)}</thead>\n<tbody>${rows.map(row).join('')}</tbody></table>\n</div>`;
  },
};

/** So many characters of code fit, unbroken, into a cell of a table on a phone, and on one line of its text. */
const [wordLength, lineLength] = [14, 32];

const themeChoice = (theme: string, label: string, checked = '') =>
  `<label><input type="radio" name="theme" id="theme-${theme}"${checked}>${label}</label>`;

/** The headings of the second level with which a part of the contents starts. */
const parts: Readonly<Record<string, string>> = {
  authentication: 'Basics',
  'all-calls': 'Calls',
  objects: 'Objects and errors',
};

function tableOfContents(headings: readonly Tokens.Heading[]): string {
  const items = headings.map(({ depth, text }) => {
    const anchor = headingAnchor(text);
    const part = depth === 2 ? parts[anchor] : undefined;
    const title = (depth === 3 ? taskOf(text) : undefined) ?? text;
    return `${part === undefined ? '' : `<li class="part">${part}</li>`}<li class="depth-${depth}"><a href="#${anchor}">${escapeHtml(title)}</a></li>`;
  });
  return `<ul class="toc">${items.join('')}</ul>`;
}
