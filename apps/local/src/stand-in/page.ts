import type { RequestHandler, Response } from 'express';
import { html, type Html } from './html.ts';
import { stylesheet } from './stylesheet.ts';

export interface Page {
  readonly title: string;
  readonly body: Html;
  /** Which local stand-in this is, in small type under the card. */
  readonly note: string;
  readonly status?: number;
  readonly head?: Html;
  readonly layout?: 'card' | 'wide';
}

/** Forms may be answered by a redirect to any part of the stack; browsers check the whole chain against `form-action`. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data: https: http://localhost:* http://*.localhost:*",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self' http://localhost:* http://*.localhost:* http://127.0.0.1:* https:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** The headers of every page. */
export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

export function documentOf({ title, body, note, head, layout = 'card' }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="stylesheet" href="/stand-in.css" />
        <link rel="icon" href="data:," />
        ${head}
      </head>
      <body class="${layout}">
        ${body}
        <footer class="note">${note}</footer>
      </body>
    </html>`.markup;
}

export function sendPage(response: Response, page: Page): void {
  response
    .status(page.status ?? 200)
    .set(pageHeaders)
    .send(documentOf(page));
}

export const serveStylesheet: RequestHandler = (_request, response) => {
  response.type('css').set('Cache-Control', 'max-age=300').send(stylesheet);
};
