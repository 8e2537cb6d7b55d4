import { featureFlagNames } from '@portal/contract';
import express, { Router, type Request } from 'express';
import * as z from 'zod';
import { html } from '../stand-in/html.ts';
import { sendPage } from '../stand-in/page.ts';
import type { Events } from './events.ts';
import { FlagRule, type Flags } from './flags.ts';
import { eventPage, homePage, noEventPage, rowsOf } from './pages.ts';

/** Asks every second whether something happened, and shows it without touching what somebody is filling in. */
const watchScript = `
const rows = document.querySelector('#events');
let { newest } = rows.dataset;
setInterval(async () => {
  const answer = await fetch('/newest').catch(() => null);
  if (!answer?.ok) return;
  const now = await answer.text();
  if (now === newest) return;
  const fresh = await fetch('/rows' + location.search).catch(() => null);
  if (!fresh?.ok) return;
  rows.innerHTML = await fresh.text();
  newest = now;
}, 1000);
`;

const Wish = z.object({
  name: z.enum(featureFlagNames),
  mode: FlagRule.shape.mode,
  people: z
    .string()
    .transform((text) =>
      text
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    )
    .pipe(FlagRule.shape.people),
});

const wordsOf = ({ query }: Request) => (typeof query['search'] === 'string' ? query['search'] : '');

/** Events as they come, and the flags to switch. */
export function homeRoutes(events: Events, flags: Flags): Router {
  const routes = Router();
  const newest = () => events.list()[0]?.id ?? 'none';
  const head = html`<noscript><meta http-equiv="refresh" content="5" /></noscript>
    <script src="/watch.js" defer></script>`;
  const home = (words: string, fault = '') => ({
    ...homePage({ events: events.list(words), newest: newest(), words, flags, fault }),
    head,
  });

  routes.get('/', (request, response) => sendPage(response, home(wordsOf(request))));
  routes.get('/watch.js', (_request, response) => {
    response.type('js').send(watchScript);
  });
  routes.get('/newest', (_request, response) => {
    response.set('Cache-Control', 'no-store').type('text').send(newest());
  });
  routes.get('/rows', (request, response) => {
    const words = wordsOf(request);
    response
      .set('Cache-Control', 'no-store')
      .type('html')
      .send(rowsOf(events.list(words), words).markup);
  });
  routes.get('/events/:id', (request, response) => {
    const event = events.get(request.params.id);
    sendPage(response, event ? eventPage(event) : noEventPage());
  });

  routes.post(['/flag', '/delete-all'], express.urlencoded({ extended: false }), (request, response, next) => {
    if (request.get('sec-fetch-site') === 'cross-site') response.status(403).end();
    else next();
  });
  routes.post('/flag', (request, response) => {
    const wish = Wish.safeParse(request.body);
    if (!wish.success) {
      sendPage(response, {
        ...home('', 'Addresses are written as ada@example.com, domains as @example.com.'),
        status: 400,
      });
      return;
    }
    const { name, ...rule } = wish.data;
    flags.set(name, rule);
    response.redirect(303, '/');
  });
  routes.post('/delete-all', (_request, response) => {
    events.clear();
    response.redirect(303, '/');
  });
  return routes;
}
