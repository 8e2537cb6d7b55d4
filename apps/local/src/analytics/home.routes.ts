import { featureFlagNames } from '@portal/contract';
import express, { Router, type Request } from 'express';
import * as z from 'zod';
import { html } from '../emulator/html.ts';
import { sendPage } from '../emulator/page.ts';
import type { Events } from './events.ts';
import { FlagRule, type Flags } from './flags.ts';
import { eventPage, homePage, eventNotFoundPage, eventRows } from './pages.ts';

/** Polls for new events and updates the list without touching the form. */
const watchScript = `
const rows = document.querySelector('#events');
let { newest } = rows.dataset;
setInterval(async () => {
  const response = await fetch('/newest').catch(() => null);
  if (!response?.ok) return;
  const latest = await response.text();
  if (latest === newest) return;
  const updated = await fetch('/rows' + location.search).catch(() => null);
  if (!updated?.ok) return;
  rows.innerHTML = await updated.text();
  newest = latest;
}, 1000);
`;

const FlagForm = z.object({
  name: z.enum(featureFlagNames),
  mode: FlagRule.shape.mode,
  users: z
    .string()
    .transform((text) =>
      text
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    )
    .pipe(FlagRule.shape.users),
});

const searchTextOf = ({ query }: Request) => (typeof query['search'] === 'string' ? query['search'] : '');

/** The page with the events and the flags. */
export function homeRoutes(events: Events, flags: Flags): Router {
  const routes = Router();
  const newest = () => events.list()[0]?.id ?? 'none';
  const head = html`<noscript><meta http-equiv="refresh" content="5" /></noscript>
    <script src="/watch.js" defer></script>`;
  const home = (search: string, error = '') => ({
    ...homePage({ events: events.list(search), newest: newest(), search, flags, error }),
    head,
  });

  routes.get('/', (request, response) => sendPage(response, home(searchTextOf(request))));
  routes.get('/watch.js', (_request, response) => {
    response.type('js').send(watchScript);
  });
  routes.get('/newest', (_request, response) => {
    response.set('Cache-Control', 'no-store').type('text').send(newest());
  });
  routes.get('/rows', (request, response) => {
    const search = searchTextOf(request);
    response
      .set('Cache-Control', 'no-store')
      .type('html')
      .send(eventRows(events.list(search), search).markup);
  });
  routes.get('/events/:id', (request, response) => {
    const event = events.get(request.params.id);
    sendPage(response, event ? eventPage(event) : eventNotFoundPage());
  });

  routes.post(['/flag', '/delete-all'], express.urlencoded({ extended: false }), (request, response, next) => {
    if (request.get('sec-fetch-site') === 'cross-site') response.status(403).end();
    else next();
  });
  routes.post('/flag', (request, response) => {
    const form = FlagForm.safeParse(request.body);
    if (!form.success) {
      sendPage(response, {
        ...home('', 'Enter emails as ada@example.com and domains as @example.com.'),
        status: 400,
      });
      return;
    }
    const { name, ...rule } = form.data;
    flags.set(name, rule);
    response.redirect(303, '/');
  });
  routes.post('/delete-all', (_request, response) => {
    events.clear();
    response.redirect(303, '/');
  });
  return routes;
}
