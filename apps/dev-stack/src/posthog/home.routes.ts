import { featureFlagNames } from '@portal/contract';
import { Router, type Request } from 'express';
import * as z from 'zod';
import { formHandler } from '../emulator/form-handler.ts';
import { html } from '../emulator/html.ts';
import { sendPage } from '../emulator/page.ts';
import type { Events } from './events.ts';
import { FlagRule, type Flags } from './flags.ts';
import { modes, type ServiceFaults } from './modes.ts';
import { eventPage, homePage, eventNotFoundPage } from './pages.ts';

/**
 * Polls for new events and updates the list, and the number on the delete button, without touching the other forms. The focus
 * stays on the same link or button. After an invalid flag form, the path of the page is that of the form, so it is not used.
 */
const watchScript = `
let { newest } = document.querySelector('#events').dataset;
setInterval(async () => {
  const response = await fetch('/newest').catch(() => null);
  if (!response?.ok) return;
  const latest = await response.text();
  if (latest === newest) return;
  const updated = await fetch('/' + location.search).catch(() => null);
  if (!updated?.ok) return;
  const page = new DOMParser().parseFromString(await updated.text(), 'text/html');
  for (const part of ['#events', '#delete']) {
    const shown = document.querySelector(part);
    const focused = shown.contains(document.activeElement) ? document.activeElement : null;
    shown.replaceChildren(...page.querySelector(part).childNodes);
    if (focused) [...shown.querySelectorAll('a, button')].find(({ href }) => href === focused.href)?.focus();
  }
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

/** How PostHog responds from now on. */
const ModeForm = z.object({ mode: z.enum(modes.map(({ label }) => label)) });

/** The search of the page whose events are deleted; empty for all events. */
const Deletion = z.object({ search: z.string() });

const searchTextOf = ({ query }: Request) => (typeof query['search'] === 'string' ? query['search'] : '');

/** The page with the events and the flags. */
export function homeRoutes(events: Events, flags: Flags, faults: ServiceFaults): Router {
  const routes = Router();
  const newest = () => events.list()[0]?.id ?? 'none';
  const head = html`<noscript><meta http-equiv="refresh" content="5" /></noscript>
    <script src="/watch.js" defer></script>`;
  const home = (search: string, error = '') => ({
    ...homePage({ events: events.list(search), newest: newest(), search, flags, error, faults: faults.current() }),
    head,
  });

  routes.get('/', (request, response) => sendPage(response, home(searchTextOf(request))));
  routes.get('/watch.js', (_request, response) => {
    response.type('js').send(watchScript);
  });
  routes.get('/newest', (_request, response) => {
    response.set('Cache-Control', 'no-store').type('text').send(newest());
  });
  routes.get('/events/:id', (request, response) => {
    const event = events.get(request.params.id);
    sendPage(response, event ? eventPage(event) : eventNotFoundPage());
  });

  const changeMode = formHandler(ModeForm, ({ mode }, response) => {
    faults.change(modes.find(({ label }) => label === mode)?.mode ?? {});
    response.redirect(303, '/');
  });
  routes.post('/mode', changeMode);

  const setFlag = formHandler(
    FlagForm,
    ({ name, ...rule }, response) => {
      flags.set(name, rule);
      response.redirect(303, '/');
    },
    (response) => {
      sendPage(response, { ...home('', 'Enter emails as ada@example.com and domains as @example.com.'), status: 400 });
    },
  );
  routes.post('/flag', setFlag);
  const deleteListed = formHandler(Deletion, ({ search }, response) => {
    if (search.trim() === '') events.clear();
    else events.delete(search);
    response.redirect(303, search.trim() === '' ? '/' : `/?search=${encodeURIComponent(search)}`);
  });
  routes.post('/delete', deleteListed);
  return routes;
}
