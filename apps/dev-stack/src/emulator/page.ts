import type { Response } from 'express';
import { html, type Html } from './html.ts';

export interface Page {
  readonly title: string;
  readonly body: Html;
  /** Names the emulator, in small type below the content. */
  readonly footnote: string;
  readonly status?: number;
  readonly head?: Html;
  readonly layout?: 'card' | 'wide';
}

/** A form's response may redirect to any service of the stack, and browsers check the whole chain against `form-action`. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "script-src 'self'",
  "img-src 'self' data: https: http://localhost:* http://*.localhost:*",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self' http://localhost:* http://*.localhost:* http://127.0.0.1:* https:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

export function renderDocument({ title, body, footnote: note, head, layout = 'card' }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="stylesheet" href="/emulator.css" />
        <link rel="icon" type="image/svg+xml" href="/emulator/mark.svg" />
        ${head}
      </head>
      <body class="${layout}">
        <img class="mark" src="/emulator/mark.svg" alt="" aria-hidden="true" width="32" height="32" />
        ${body}
        <footer class="note">${note}</footer>
      </body>
    </html>`.markup;
}

export function sendPage(response: Response, page: Page): void {
  response
    .status(page.status ?? 200)
    .set(pageHeaders)
    .send(renderDocument(page));
}
