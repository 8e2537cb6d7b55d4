import { createHash } from 'node:crypto';
import escapeHtml from 'escape-html';
import type { Response } from 'express';
import { palette } from './palette.ts';

export interface PageContent {
  readonly title: string;
  readonly text: string;
  /** A link, or a button that sends a POST request. */
  readonly action: { readonly label: string; readonly href: string; readonly method?: 'post' };
  /** A second link, for users who do not want the action. */
  readonly back?: { readonly label: string; readonly href: string };
  readonly footnote?: string;
}

const style = `${palette}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--page);color:var(--text);font:14px/20px system-ui,sans-serif}
main{width:100%;max-width:420px;padding:32px;background:var(--card);border:1px solid var(--line);border-radius:10px}
h1{margin:0 0 8px;font-size:20px;line-height:28px;font-weight:600}p{margin:0 0 24px;color:var(--soft)}
form{display:inline-block;margin:0 8px 0 0}a,button{display:inline-block;padding:8px 16px;border:0;border-radius:6px;background:var(--action-color);color:var(--on-action);font:inherit;font-weight:500;text-decoration:none;cursor:pointer}
a.back{background:none;color:var(--action-color)}a:focus-visible,button:focus-visible{outline:2px solid var(--action-color);outline-offset:2px}small{display:block;margin-top:24px;font-size:12px;color:var(--soft)}`;

const styleHash = createHash('sha256').update(style).digest('base64');
const pagePolicy = (formAction: string) =>
  `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`;

/** Sends an HTML page of the API itself. */
export function sendPage(res: Response, status: number, { title, text, action, back, footnote }: PageContent): void {
  res
    .status(status)
    .set('Content-Security-Policy', pagePolicy(action.method === 'post' ? "'self'" : "'none'"))
    // Without fetch metadata, the Referer shows that a navigation comes from this page.
    .set('Referrer-Policy', 'strict-origin')
    .type('html').send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${actionHtml(action)}
${back === undefined ? '' : `<a class="back" href="${escapeHtml(back.href)}">${escapeHtml(back.label)}</a>`}
${footnote === undefined ? '' : `<small>${escapeHtml(footnote)}</small>`}
</main>
</body>
</html>
`);
}

function actionHtml({ label, href, method }: PageContent['action']): string {
  if (method !== 'post') return `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`;
  return `<form method="post" action="${escapeHtml(href)}"><button>${escapeHtml(label)}</button></form>`;
}
