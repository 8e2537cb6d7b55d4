import { featureFlagNames, type FeatureFlag } from '@portal/contract';
import { html, type Html } from '../emulator/html.ts';
import { deleteForm, newestTable, searchForm } from '../emulator/list.ts';
import { labelsOf, modeForm } from '../emulator/mode-form.ts';
import type { Page } from '../emulator/page.ts';
import { table, type Cell } from '../emulator/table.ts';
import { timestamp } from '../emulator/timestamp.ts';
import type { Event } from './events.ts';
import type { FlagRule, Flags } from './flags.ts';
import { modes, type ServiceFaults } from './modes.ts';

const footnote = 'PostHog emulator: stores the events of the local stack and forwards none.';

interface HomePageData {
  readonly events: Event[];
  readonly newest: string;
  readonly search: string;
  readonly flags: Flags;
  readonly error: string;
  readonly faults: ReturnType<ServiceFaults['current']>;
}

export function homePage({ events, newest, search, flags, error, faults }: HomePageData): Page {
  const body = html`<div class="top"><h2>Feature flags</h2></div>
    <div class="box">
      ${error !== '' && html`<p class="alert" role="alert">${error}</p>`}
      ${table(
        flagColumns,
        featureFlagNames.map((name) => flagCells(name, flags.rule(name))),
      )}
    </div>
    <div class="top later">
      <h2>Events</h2>
      ${searchForm('search', 'Search by event or user', search)}
      <div id="delete">${events.length > 0 && deleteForm('search', search, events.length)}</div>
    </div>
    <div class="box" id="events" data-newest="${newest}">${eventRows(events, search)}</div>`;
  const controls = modeForm({ name: 'How PostHog responds', ...labelsOf(modes, faults) });
  return { title: 'PostHog', controls, body, footnote, layout: 'sections' };
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
    html`<select name="mode" form="${form}" aria-label="Who ${name} is on for">
      ${options}
    </select>`,
    html`<input type="text" name="users" form="${form}" value="${users.join(', ')}" aria-label="Users of ${name}" />`,
    html`<form id="${form}" method="post" action="/flag">
      <input type="hidden" name="name" value="${name}" /><button class="plain">Save</button>
    </form>`,
  ];
}

/** The table of events, newest first, or an empty state. */
function eventRows(events: Event[], search: string): Html {
  if (events.length === 0) {
    const message = search === '' ? 'No events yet.' : `No events match “${search}”.`;
    return html`<p class="empty">${message}</p>`;
  }
  return newestTable(eventColumns, events, (event) => [
    { content: html`<a class="row" href="/events/${event.id}">${event.event}</a>`, title: event.event },
    { content: event.distinctId, className: 'mono', title: event.distinctId },
    { content: pathnameOf(event), className: 'mono', title: pathnameOf(event) },
    { content: timestamp(event.at), className: 'quiet' },
  ]);
}

const eventColumns = [
  'Event',
  'User',
  { label: 'Where', className: 'subject' },
  { label: 'When', className: 'when' },
] as const;

const pathnameOf = ({ properties }: Event) =>
  typeof properties['$pathname'] === 'string' ? properties['$pathname'] : '';

const back = { label: 'PostHog', href: '/' };

export function eventPage(event: Event): Page {
  const body = html`<dl>
      <dt>User</dt>
      <dd class="mono">${event.distinctId}</dd>
      <dt>When</dt>
      <dd>${timestamp(event.at)}</dd>
    </dl>
    <h2>Properties</h2>
    <pre class="mono">${JSON.stringify(event.properties, null, 2)}</pre>`;
  return { title: event.event, body, footnote, layout: 'details', back };
}

export const eventNotFoundPage = (): Page => ({
  title: 'Event not found',
  lead: 'This event has been deleted.',
  ...{ footnote, status: 404, layout: 'details', back },
});
