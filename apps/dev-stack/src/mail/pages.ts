import { Html, html } from '../emulator/html.ts';
import { modeForm } from '../emulator/mode-form.ts';
import type { Page } from '../emulator/page.ts';
import { table } from '../emulator/table.ts';
import { timestamp } from '../emulator/timestamp.ts';
import type { Message } from './messages.ts';
import { modes, type Mode } from './smtp-faults.ts';

const footnote = 'SMTP emulator: receives every email of the local stack and delivers none.';

const maxRows = 200;

const subject = (message: Message) => (message.subject === '' ? '(no subject)' : message.subject);

export function inboxPage(messages: Message[], search: string, mode: Mode): Page {
  const body = html`<header class="top">
      <h1>Mail inbox</h1>
      <form role="search">
        <input
          type="search"
          name="to"
          value="${search}"
          aria-label="Search by address"
          placeholder="Search by address"
        />
        <button class="plain">Search</button>
      </form>
      ${modeForm({ name: 'What the server does', modes, current: mode })}
      ${messages.length > 0 && deleteForm(messages.length, search)}
    </header>
    <main>${messages.length === 0 ? emptyInbox(search) : messageTable(messages)}</main>`;
  return { title: 'Mail inbox', body, footnote, layout: 'wide' };
}

/** Deletes what the page lists. */
function deleteForm(count: number, search: string): Html {
  return html`<form method="post" action="/delete">
    <input type="hidden" name="to" value="${search}" />
    <button class="plain">${search.trim() === '' ? 'Delete all' : `Delete listed (${count})`}</button>
  </form>`;
}

function emptyInbox(search: string): Html {
  const message = search === '' ? 'No emails yet.' : `No emails from or to “${search}”.`;
  return html`<div class="empty">
    <svg width="48" height="48" viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true">
      <rect x="3" y="5" width="18" height="14" rx="2" />
      <path d="m3 8 9 6 9-6" />
    </svg>
    ${message} ${search !== '' && html`<a href="/">Show all</a>`}
  </div>`;
}

const columns = ['To', { label: 'Subject', className: 'subject' }, 'From', { label: 'Received', className: 'when' }];

function messageTable(messages: Message[]): Html {
  const rows = messages.slice(0, maxRows).map((message) => {
    const to = message.to.join(', ');
    return [
      { content: to, title: to },
      { content: html`<a class="row" href="/messages/${message.id}">${subject(message)}</a>`, title: subject(message) },
      { content: message.from, title: message.from, className: 'quiet' },
      { content: timestamp(message.at), className: 'quiet' },
    ];
  });
  return html`${table(columns, rows)}
  ${messages.length > maxRows && html`<p class="empty">Showing the newest ${maxRows} of ${messages.length}. Search to find others.</p>`}`;
}

/** Scripts stay forbidden. The same origin lets the inbox measure the email; a link opens a new tab outside of the sandbox. */
export const frameSandbox = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox';

export function messagePage(message: Message, asText: boolean): Page {
  const path = `/messages/${message.id}`;
  const showText = asText || message.html === null;
  const body = html`<header class="top"><a href="/">← Mail inbox</a></header>
    <main class="panel">
      <h1>${subject(message)}</h1>
      <dl>
        <dt>To</dt>
        <dd>${message.to.join(', ')}</dd>
        <dt>From</dt>
        <dd>${message.from}</dd>
        <dt>Received</dt>
        <dd>${timestamp(message.at)}</dd>
      </dl>
      <nav class="tabs" aria-label="Message format">
        ${message.html !== null && html`<a href="${path}" ${!showText && html`aria-current="page"`}>Message</a>`}
        <a href="${path}?view=text" ${showText && html`aria-current="page"`}>Text</a>
      </nav>
      ${
        showText
          ? html`<pre>${linkify(message.text)}</pre>`
          : html`<iframe title="Message" src="${path}/html" sandbox="${frameSandbox}"></iframe>
              <script src="/frame.js"></script>`
      }
    </main>`;
  return { title: subject(message), body, footnote, layout: 'wide' };
}

export function messageNotFoundPage(): Page {
  const body = html`<main class="empty">This email has been deleted. <a href="/">Mail inbox</a></main>`;
  return { title: 'Email not found', body, footnote, status: 404, layout: 'wide' };
}

/** The email's HTML, unchanged. The sandboxed frame and the response headers make it harmless. */
export function emailDocument(markup: string): string {
  return html`<!doctype html><meta charset="utf-8" /><base target="_blank" />${new Html(markup)}`.markup;
}

/** `split` with a capturing group returns the URLs at odd indexes. */
function linkify(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 === 1 ? html`<a href="${part}" target="_blank" rel="noopener">${part}</a>` : html`${part}`,
    );
}
