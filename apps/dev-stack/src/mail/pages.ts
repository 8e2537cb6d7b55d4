import { Html, html } from '../emulator/html.ts';
import { deleteForm, newestTable, searchForm } from '../emulator/list.ts';
import { labelsOf, modeForm } from '../emulator/mode-form.ts';
import type { Page } from '../emulator/page.ts';
import type { Cell } from '../emulator/table.ts';
import { timestamp } from '../emulator/timestamp.ts';
import type { Message } from './messages.ts';
import { modes, type Mode } from './smtp-faults.ts';

const footnote = 'SMTP emulator: receives every email of the local stack and delivers none.';

const subject = (message: Message) => (message.subject === '' ? '(no subject)' : message.subject);

export function inboxPage(messages: Message[], search: string, mode: Mode): Page {
  const controls = html`${searchForm('to', 'Search by address', search)}
  ${modeForm({ name: 'What the server does', ...labelsOf(modes, mode) })}
  ${messages.length > 0 && deleteForm('to', search, messages.length)}`;
  const body = messages.length === 0 ? emptyInbox(search) : newestTable(columns, messages, messageCells);
  return { title: 'Mail inbox', controls, body, footnote, layout: 'list' };
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

function messageCells(message: Message): Cell[] {
  const to = message.to.join(', ');
  return [
    { content: to, title: to },
    { content: html`<a class="row" href="/messages/${message.id}">${subject(message)}</a>`, title: subject(message) },
    { content: message.from, title: message.from, className: 'quiet' },
    { content: timestamp(message.at), className: 'quiet' },
  ];
}

const back = { label: 'Mail inbox', href: '/' };

/** Scripts stay forbidden. The same origin lets the inbox measure the email; a link opens a new tab outside of the sandbox. */
export const frameSandbox = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox';

export function messagePage(message: Message, asText: boolean): Page {
  const path = `/messages/${message.id}`;
  const showText = asText || message.html === null;
  const body = html`<dl>
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
    }`;
  return { title: subject(message), body, footnote, layout: 'details', back };
}

export const messageNotFoundPage = (): Page => ({
  title: 'Email not found',
  lead: 'This email has been deleted.',
  ...{ footnote, status: 404, layout: 'details', back },
});

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
