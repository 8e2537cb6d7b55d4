import type { Response as ExpressResponse } from 'express';
import { Html, html, type HtmlPart } from './html.ts';
import { mark } from './mark.ts';

interface Link {
  readonly label: string;
  readonly href: string;
}

export interface Page {
  /** The title of the tab, and the heading. */
  readonly title: string;
  /** A line below the heading. */
  readonly lead?: HtmlPart;
  readonly body?: Html;
  /** Names the emulator, in small type below the content. */
  readonly footnote: string;
  readonly status?: number;
  readonly head?: Html;
  /**
   * `card`, the default, and `roomy`: a box in the middle. `list`: a box over the whole width, and `sections`: several, below a heading
   * with `controls`. `details`: a box with the heading, below the link `back`.
   */
  readonly layout?: 'card' | 'roomy' | 'list' | 'sections' | 'details';
  readonly controls?: Html;
  /** How to continue, below the content. */
  readonly action?: Link | undefined;
  readonly back?: Link | undefined;
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

/** Part of the page, so that it is there with the first paint. */
const inlineMark = new Html(mark.replace('<svg ', '<svg class="mark" aria-hidden="true" '));

const classOf = { card: '', roomy: 'roomy', list: '', sections: 'sections', details: 'panel' } as const;

export function renderDocument({ layout = 'card', ...page }: Page): string {
  const { title, lead, body, footnote, head, controls, back, action } = page;
  const heading = html`<h1>${title}</h1>
    ${lead !== undefined && html`<p class="quiet">${lead}</p>`}`;
  const isList = layout === 'list' || layout === 'sections';
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
      <body class="${isList || layout === 'details' ? 'wide' : 'card'}">
        ${inlineMark} ${isList && html`<header class="top">${heading} ${controls}</header>`}
        ${back && html`<header class="top"><a href="${back.href}">← ${back.label}</a></header>`}
        <main class="${classOf[layout]}">
          ${!isList && heading} ${body}
          ${action && html`<div class="actions"><a class="button full" href="${action.href}">${action.label}</a></div>`}
        </main>
        <footer class="note">${footnote}</footer>
      </body>
    </html>`.markup;
}

export function sendPage(response: ExpressResponse, page: Page): void {
  response
    .status(page.status ?? 200)
    .set(pageHeaders)
    .send(renderDocument(page));
}

/** The same as a response of the Fetch standard. */
export function toResponse(page: Page): Response {
  return new Response(renderDocument(page), { status: page.status ?? 200, headers: pageHeaders });
}
