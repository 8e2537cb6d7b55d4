import { Router } from 'express';
import { html } from '../stand-in/html.ts';
import { sendPage } from '../stand-in/page.ts';
import { inboxPage, letterDocument, messagePage, noMessagePage } from './pages.ts';
import { mentions, type Messages } from './messages.ts';

/** Asks every two seconds whether a mail came, and loads the page anew unless somebody is typing. */
const watchScript = `
const { newest } = document.currentScript.dataset;
setInterval(async () => {
  const answer = await fetch('/newest').catch(() => null);
  if (!answer?.ok || document.activeElement?.tagName === 'INPUT') return;
  if ((await answer.text()) !== newest) location.reload();
}, 2000);
`;

/** The inbox for people. */
export function inboxRoutes(messages: Messages): Router {
  const routes = Router();
  const newest = () => messages.list()[0]?.id ?? 'none';

  routes.get('/', (request, response) => {
    const words = typeof request.query['to'] === 'string' ? request.query['to'] : '';
    const head = html`<noscript><meta http-equiv="refresh" content="5" /></noscript>
      <script src="/watch.js" data-newest="${newest()}" defer></script>`;
    sendPage(response, { ...inboxPage(messages.list(mentions(words)), words), head });
  });

  routes.get('/watch.js', (_request, response) => {
    response.type('js').send(watchScript);
  });

  routes.get('/newest', (_request, response) => {
    response.set('Cache-Control', 'no-store').type('text').send(newest());
  });

  routes.get('/messages/:id', (request, response) => {
    const message = messages.get(request.params.id);
    sendPage(response, message ? messagePage(message, request.query['view'] === 'text') : noMessagePage());
  });

  /** Shown in a frame that may do nothing but open links in tabs of their own. */
  routes.get('/messages/:id/html', (request, response) => {
    const message = messages.get(request.params.id);
    response.set({
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data: https: http:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    });
    response.status(message ? 200 : 404).type('html');
    response.send(letterDocument(message?.html ?? ''));
  });

  routes.post('/delete-all', (request, response) => {
    if (request.get('sec-fetch-site') === 'cross-site') {
      response.status(403).end();
      return;
    }
    messages.clear();
    response.redirect(303, '/');
  });
  return routes;
}
