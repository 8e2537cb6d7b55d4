import { featureFlagNames, type FeatureFlag } from '@portal/contract';
import { html, type Html } from '../emulator/html.ts';
import { modeForm } from '../emulator/mode-form.ts';
import type { Page } from '../emulator/page.ts';
import { table, type Cell } from '../emulator/table.ts';
import { timestamp } from '../emulator/timestamp.ts';
import type { Event } from './events.ts';
import type { FlagRule, Flags } from './flags.ts';
import { modes, type ServiceFaults } from './modes.ts';

const footnote = 'PostHog emulator: stores the events of the local stack and forwards none.';

const maxRows = 200;

interface HomePageData {
  readonly events: Event[];
  readonly newest: string;
  readonly search: string;
  readonly flags: Flags;
  readonly error: string;
  readonly faults: ReturnType<ServiceFaults['current']>;
}

export function homePage({ events, newest, search, flags, error, faults }: HomePageData): Page {
  const body = html`<main class="sections">
    <div class="top">
      <h1>Analytics</h1>
      ${modeForm({ name: 'How PostHog responds', modes, current: faults })}
    </div>
    <div class="top"><h2>Feature flags</h2></div>
    <div class="box">
      ${error !== '' && html`<p class="alert" role="alert">${error}</p>`}
      ${table(
        flagColumns,
        featureFlagNames.map((name) => flagCells(name, flags.rule(name))),
      )}
    </div>
    <div class="top later">
      <h2>Events</h2>
      <form role="search">
        <input
          type="search"
          name="search"
          value="${search}"
          aria-label="Search by event or user"
          placeholder="Search by event or user"
        />
        <button class="plain">Search</button>
      </form>
      <div id="delete">${events.length > 0 && deleteForm(events.length, search)}</div>
    </div>
    <div class="box" id="events" data-newest="${newest}">${eventRows(events, search)}</div>
  </main>`;
  return { title: 'Analytics', body, footnote, layout: 'wide' };
}

/** Deletes what the page lists. */
function deleteForm(count: number, search: string): Html {
  return html`<form method="post" action="/delete">
    <input type="hidden" name="search" value="${search}" />
    <button class="plain">${search.trim() === '' ? 'Delete all' : `Delete listed (${count})`}</button>
  </form>`;
}

const modeLabels = { off: 'No one', everyone: 'Everyone', users: 'These users' } as const;

const flagColumns = [
  'Flag',
  'On for',
  { label: 'Emails and @domains, separated by commas', className: 'subject' },
  { label: 'Save', className: 'action', isLabelHidden: true },
] as const;

function flagCells(name: FeatureFlag, { mode, users }: FlagRule): Cell[] {
  const form = `flag-${name}`;
  const options = Object.entries(modeLabels).map(
    ([value, label]) => html`<option value="${value}" ${value === mode && html`selected`}>${label}</option>`,
  );
  return [
    { content: name, className: 'mono', title: name },
    {
      content: html`<select name="mode" form="${form}" aria-label="Who ${name} is on for">
        ${options}
      </select>`,
    },
    {
      content: html`<input
        type="text"
        name="users"
        form="${form}"
        value="${users.join(', ')}"
        aria-label="Users of ${name}"
      />`,
    },
    {
      content: html`<form id="${form}" method="post" action="/flag">
        <input type="hidden" name="name" value="${name}" /><button class="plain">Save</button>
      </form>`,
    },
  ];
}

/** The table of events, newest first, or an empty state. */
function eventRows(events: Event[], search: string): Html {
  if (events.length === 0) {
    const message = search === '' ? 'No events yet.' : `No events match “${search}”.`;
    return html`<p class="empty">${message}</p>`;
  }
  const rows = events.slice(0, maxRows).map((event) => [
    { content: html`<a class="row" href="/events/${event.id}">${event.event}</a>`, title: event.event },
    { content: event.distinctId, className: 'mono', title: event.distinctId },
    { content: pathnameOf(event), className: 'mono', title: pathnameOf(event) },
    { content: timestamp(event.at), className: 'quiet' },
  ]);
  return html`${table(eventColumns, rows)}
  ${events.length > maxRows && html`<p class="empty">Showing the newest ${maxRows} of ${events.length}. Search to find others.</p>`}`;
}

const eventColumns = [
  'Event',
  'User',
  { label: 'Where', className: 'subject' },
  { label: 'When', className: 'when' },
] as const;

const pathnameOf = ({ properties }: Event) =>
  typeof properties['$pathname'] === 'string' ? properties['$pathname'] : '';

export function eventPage(event: Event): Page {
  const body = html`<header class="top"><a href="/">← Analytics</a></header>
    <main class="panel">
      <h1>${event.event}</h1>
      <dl>
        <dt>User</dt>
        <dd class="mono">${event.distinctId}</dd>
        <dt>When</dt>
        <dd>${timestamp(event.at)}</dd>
      </dl>
      <h2>Properties</h2>
      <pre class="mono">${JSON.stringify(event.properties, null, 2)}</pre>
    </main>`;
  return { title: event.event, body, footnote, layout: 'wide' };
}

export function eventNotFoundPage(): Page {
  const body = html`<main class="empty">This event has been deleted. <a href="/">Analytics</a></main>`;
  return { title: 'Event not found', body, footnote, status: 404, layout: 'wide' };
}
