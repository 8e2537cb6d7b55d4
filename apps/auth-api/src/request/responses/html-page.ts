import { createHash } from 'node:crypto';
import escapeHtml from 'escape-html';
import type { Response } from 'express';
import { basePathOf } from '../../platform/config/base-path.ts';
import type { Settings } from '../../platform/config/settings.ts';
import type { PageAction } from '../call/types.ts';

/** The colors of the portal. */
export const themes = {
  light:
    '--page:#f9fafb;--card:#fff;--line:#e4e7eb;--strong:#14171d;--text:#24282f;--soft:#585e68;--link:#2d49c3;--solid:#395ae4;--solid-hover:#3250d4;--focus:#5075f6;--code:#f3f4f6',
  dark: '--page:#0b0d10;--card:#121418;--line:#363940;--strong:#f2f3f5;--text:#dadce0;--soft:#a0a5ad;--link:#a2bcff;--solid:#4162da;--solid-hover:#4b6ee3;--focus:#7b9eff;--code:#1c1f25',
};

/** The fonts, which `mountFonts` serves, and the colors of the API's HTML pages: those of the portal, light and dark. */
export const palette = (
  basePath: string,
) => `@font-face{font-family:Inter;src:url(${basePath}/fonts/inter.woff2) format('woff2');font-weight:100 900;font-display:swap}
@font-face{font-family:'JetBrains Mono';src:url(${basePath}/fonts/jetbrains-mono.woff2) format('woff2');font-weight:100 800;font-display:swap}
:root{color-scheme:light dark;--sans:Inter,ui-sans-serif,system-ui,sans-serif;--mono:'JetBrains Mono',ui-monospace,monospace;${themes.light}}
@media (prefers-color-scheme:dark){:root{${themes.dark}}}`;

/** The source of a content security policy that allows a style sheet or a script of the page. */
export const hashSource = (content: string) => `sha256-${createHash('sha256').update(content).digest('base64')}`;

/** What an HTML page of the API shows. All texts are escaped. */
export interface PageContent {
  readonly title: string;
  readonly text: string;
  readonly action: PageAction;
  /** A second link, for users who do not want the action. */
  readonly back?: { readonly label: string; readonly href: string };
  /** Of a request that failed. The page shows it with a link to the support, whose email then names the request. */
  readonly requestId?: string;
}

const pageStyle = (basePath: string) => `${palette(basePath)}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;align-content:center;justify-items:center;gap:16px;padding:32px 16px;background:var(--page);color:var(--text);font:14px/20px var(--sans);-webkit-font-smoothing:antialiased;overflow-wrap:anywhere}
main{width:100%;max-width:400px;padding:32px;background:var(--card);border:1px solid var(--line);border-radius:10px}
h1{margin:0 0 8px;color:var(--strong);font-size:20px;line-height:28px;font-weight:600;letter-spacing:-.01em;text-wrap:balance}p{margin:0 0 24px;color:var(--soft)}
form{display:inline-block;margin:0 12px 0 0}a,button{display:inline-block;padding:7px 14px;border:1px solid transparent;border-radius:6px;background:var(--solid);color:#fff;font:inherit;font-weight:500;text-decoration:none;cursor:pointer}a:hover,button:hover{background:var(--solid-hover)}
.undo{border-color:var(--line);background:none;color:var(--text)}.undo:hover{background:var(--code)}
a.back{padding-inline:0;margin-inline:12px;background:none;color:var(--link);text-decoration:underline;text-underline-offset:3px}form+a.back{margin-left:0}a:focus-visible,button:focus-visible{outline:2px solid var(--focus);outline-offset:2px}small{display:block;margin-top:24px;font-size:12px;line-height:20px;color:var(--soft)}
small code{padding:2px 4px;border-radius:4px;background:var(--code);color:var(--text);font:12px/16px var(--mono);font-variant-ligatures:none;user-select:all}small a{padding:0;border:0;background:none;color:var(--link);font-weight:400;text-decoration:underline;text-underline-offset:3px}small a:hover{background:none}
@media (max-width:480px){main{padding:24px}}`;

/** The portal's mark, `apps/portal/public/mark.svg`. */
export const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 32 32" fill="none" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#3f51e0"/><g fill="#fff" stroke="#fff" stroke-width="2"><path d="M10.5 12.5 16 21.5l5.5-9" fill="none" stroke-linejoin="round"/><circle cx="10" cy="11" r="2.75"/><circle cx="22" cy="11" r="2.75"/><circle cx="16" cy="22" r="2.75"/></g></svg>';
const icon = `data:image/svg+xml,${encodeURIComponent(mark)}`;

const pagePolicy = (style: string, formAction: string) =>
  `default-src 'none'; style-src '${hashSource(style)}'; font-src 'self'; img-src data:; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`;

/** Sends an HTML page of the API itself. */
export function sendPage(
  res: Response,
  status: number,
  { title, text, action, back, requestId }: PageContent,
  settings: Pick<Settings, 'AUTH_API_URL' | 'SUPPORT_EMAIL'>,
): void {
  const style = pageStyle(basePathOf(settings));
  const formAction = action.method === 'post' ? new URL(action.href).origin : "'none'";
  res
    .status(status)
    // A page that was opened at a former host name of the API sends its form to the present one.
    .set('Content-Security-Policy', pagePolicy(style, formAction))
    // Without fetch metadata, the Referer shows that a navigation comes from this page.
    .set('Referrer-Policy', 'strict-origin')
    .type('html').send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" type="image/svg+xml" href="${icon}">
<style>${style}</style>
</head>
<body>
${mark}
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${actionHtml(action)}
${back === undefined ? '' : `<a class="back" href="${escapeHtml(back.href)}">${escapeHtml(back.label)}</a>`}
${requestId === undefined ? '' : requestHtml(requestId, settings)}
</main>
</body>
</html>
`);
}

function actionHtml({ label, href, method, isUndo }: PageAction): string {
  const style = isUndo ? ' class="undo"' : '';
  if (method !== 'post') return `<a${style} href="${escapeHtml(href)}">${escapeHtml(label)}</a>`;
  return `<form method="post" action="${escapeHtml(href)}"><button${style}>${escapeHtml(label)}</button></form>`;
}

/** One click selects the whole ID: the page has no script that could copy it. */
function requestHtml(id: string, { SUPPORT_EMAIL }: Pick<Settings, 'SUPPORT_EMAIL'>): string {
  const support = `mailto:${SUPPORT_EMAIL}?subject=${encodeURIComponent(`Request ${id}`)}`;
  return `<small>Request <code>${escapeHtml(id)}</code> · <a href="${escapeHtml(support)}">Contact support</a></small>`;
}
