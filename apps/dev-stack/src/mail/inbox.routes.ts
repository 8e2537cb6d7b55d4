import { Router, type Request } from 'express';
import * as z from 'zod';
import { formHandler } from '../emulator/form-handler.ts';
import { html } from '../emulator/html.ts';
import { sendPage } from '../emulator/page.ts';
import { emailDocument, frameSandbox, inboxPage, messageNotFoundPage, messagePage } from './pages.ts';
import { modes, type SmtpFaults } from './smtp-faults.ts';
import { mentions, type Message, type Messages } from './messages.ts';

/** The search of the page whose emails are deleted; empty for all emails. */
const Deletion = z.object({ to: z.string() });

/** What the server does from now on. */
const ModeForm = z.object({ mode: z.enum(modes.map(({ label }) => label)) });

/** Polls for new emails that the page would list, and reloads the page, unless the user is typing. */
const watchScript = `
const { newest } = document.currentScript.dataset;
setInterval(async () => {
  const response = await fetch('/newest' + location.search).catch(() => null);
  if (!response?.ok || ['INPUT', 'SELECT'].includes(document.activeElement?.tagName)) return;
  if ((await response.text()) !== newest) location.reload();
}, 2000);
`;

/** Makes the frame as high as its email, so that only the page scrolls. */
const frameScript = `
const frame = document.querySelector('iframe');
const fit = () => {
  const root = frame.contentDocument?.documentElement;
  if (!root) return;
  frame.style.height = '0';
  frame.style.height = root.scrollHeight + 2 + 'px';
};
frame.addEventListener('load', fit);
addEventListener('resize', fit);
fit();
`;

/** The inbox as web pages. */
export function inboxRoutes(messages: Messages, faults: SmtpFaults): Router {
  const routes = Router();
  const searchOf = ({ query }: Request) => (typeof query['to'] === 'string' ? query['to'] : '');
  const newestOf = (listed: readonly Message[]) => listed[0]?.id ?? 'none';

  routes.get('/', (request, response) => {
    const search = searchOf(request);
    const listed = messages.list(mentions(search));
    const head = html`<noscript><meta http-equiv="refresh" content="5" /></noscript>
      <script src="/watch.js" data-newest="${newestOf(listed)}" defer></script>`;
    sendPage(response, { ...inboxPage(listed, search, faults.mode), head });
  });

  routes.get('/watch.js', (_request, response) => {
    response.type('js').send(watchScript);
  });

  routes.get('/frame.js', (_request, response) => {
    response.type('js').send(frameScript);
  });

  routes.get('/newest', (request, response) => {
    const listed = messages.list(mentions(searchOf(request)));
    response.set('Cache-Control', 'no-store').type('text').send(newestOf(listed));
  });

  routes.get('/messages/:id', (request, response) => {
    const message = messages.get(request.params.id);
    sendPage(response, message ? messagePage(message, request.query['view'] === 'text') : messageNotFoundPage());
  });

  /** For a sandboxed frame without scripts and forms, whose links open new tabs. */
  routes.get('/messages/:id/html', (request, response) => {
    const message = messages.get(request.params.id);
    response.set({
      'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; img-src data: https: http:; frame-ancestors 'self'; sandbox ${frameSandbox}`,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    });
    response.status(message ? 200 : 404).type('html');
    response.send(emailDocument(message?.html ?? ''));
  });

  const changeMode = formHandler(ModeForm, ({ mode }, response) => {
    faults.change(modes.find(({ label }) => label === mode)?.mode);
    response.redirect(303, '/');
  });
  routes.post('/mode', changeMode);

  const deleteListed = formHandler(Deletion, ({ to }, response) => {
    if (to.trim() === '') messages.clear();
    else messages.delete(mentions(to));
    response.redirect(303, to.trim() === '' ? '/' : `/?to=${encodeURIComponent(to)}`);
  });
  routes.post('/delete', deleteListed);
  return routes;
}
