import { Html, html } from '../stand-in/html.ts';
import type { Page } from '../stand-in/page.ts';
import type { Message } from './messages.ts';

const note = 'Local mail server: it takes every mail of this machine’s stack and delivers none.';

/** Thousands of rows would be slow, and nobody reads them. */
const shown = 200;

const when = (at: string) => html`<time datetime="${at}">${at.slice(0, 10)} ${at.slice(11, 19)} UTC</time>`;

const subject = (message: Message) => (message.subject === '' ? '(no subject)' : message.subject);

export function inboxPage(messages: Message[], words: string): Page {
  const body = html`<header class="top">
      <h1>Mail inbox</h1>
      <form role="search">
        <input
          type="search"
          name="to"
          value="${words}"
          aria-label="Search by address"
          placeholder="Search by address"
        />
        <button class="plain">Search</button>
      </form>
      <form method="post" action="/delete-all"><button class="plain">Delete all</button></form>
    </header>
    <main>${messages.length === 0 ? empty(words) : table(messages)}</main>`;
  return { title: 'Mail inbox', body, note, layout: 'wide' };
}

function empty(words: string): Html {
  const sentence = words === '' ? 'No mail has come yet.' : `No mail from or to “${words}”.`;
  return html`<div class="empty">
    <svg width="48" height="48" viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true">
      <rect x="3" y="5" width="18" height="14" rx="2" />
      <path d="m3 8 9 6 9-6" />
    </svg>
    ${sentence} ${words !== '' && html`<a href="/">Show all</a>`}
  </div>`;
}

function table(messages: Message[]): Html {
  const rows = messages.slice(0, shown).map((message) => {
    const to = message.to.join(', ');
    return html`<tr>
      <td title="${to}">${to}</td>
      <td><a class="row" href="/messages/${message.id}">${subject(message)}</a></td>
      <td class="quiet" title="${message.from}">${message.from}</td>
      <td class="quiet">${when(message.at)}</td>
    </tr>`;
  });
  return html`<table>
      <thead>
        <tr>
          <th scope="col">To</th>
          <th scope="col" class="subject">Subject</th>
          <th scope="col">From</th>
          <th scope="col" class="when">Received</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
    ${messages.length > shown && html`<p class="empty">The newest ${shown} of ${messages.length}: search to find others.</p>`}`;
}

export function messagePage(message: Message, asText: boolean): Page {
  const path = `/messages/${message.id}`;
  const showText = asText || message.html === null;
  const body = html`<header class="top"><a href="/">← Mail inbox</a></header>
    <main class="letter">
      <h1>${subject(message)}</h1>
      <dl>
        <dt>To</dt>
        <dd>${message.to.join(', ')}</dd>
        <dt>From</dt>
        <dd>${message.from}</dd>
        <dt>Received</dt>
        <dd>${when(message.at)}</dd>
      </dl>
      <nav class="tabs" aria-label="Form of the message">
        ${message.html !== null && html`<a href="${path}" ${!showText && html`aria-current="page"`}>Message</a>`}
        <a href="${path}?view=text" ${showText && html`aria-current="page"`}>Text</a>
      </nav>
      ${
        showText
          ? html`<pre>${linked(message.text)}</pre>`
          : html`<iframe
              title="Message"
              src="${path}/html"
              sandbox="allow-popups allow-popups-to-escape-sandbox"
            ></iframe>`
      }
    </main>`;
  return { title: subject(message), body, note, layout: 'wide' };
}

export function noMessagePage(): Page {
  const body = html`<main class="empty">This mail does not exist any more. <a href="/">Mail inbox</a></main>`;
  return { title: 'No such mail', body, note, status: 404, layout: 'wide' };
}

/** The mail's own markup, unchanged: the frame around it and its headers keep it harmless. */
export function letterDocument(markup: string): string {
  return html`<!doctype html><meta charset="utf-8" /><base target="_blank" />${new Html(markup)}`.markup;
}

/** The odd pieces are addresses, because the pattern has a group. */
function linked(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((piece, index) =>
      index % 2 === 1 ? html`<a href="${piece}" target="_blank" rel="noopener">${piece}</a>` : html`${piece}`,
    );
}
