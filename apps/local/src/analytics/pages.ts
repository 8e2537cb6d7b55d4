import { featureFlagNames, type FeatureFlag } from '@portal/contract';
import { html, type Html } from '../stand-in/html.ts';
import type { Page } from '../stand-in/page.ts';
import type { Event } from './events.ts';
import type { FlagRule, Flags } from './flags.ts';

const note = 'Local analytics host: it keeps what this machine’s stack tells it, and passes nothing on.';

/** Thousands of rows would be slow, and nobody reads them. */
const shown = 200;

const when = (at: string) => html`<time datetime="${at}">${at.slice(0, 10)} ${at.slice(11, 19)} UTC</time>`;

interface Home {
  readonly events: Event[];
  readonly newest: string;
  readonly words: string;
  readonly flags: Flags;
  readonly fault: string;
}

export function homePage({ events, newest, words, flags, fault }: Home): Page {
  const body = html`<header class="top"><h1>Analytics</h1></header>
    <header class="top"><h2>Feature flags</h2></header>
    <main>
      ${fault !== '' && html`<p class="alert" role="alert">${fault}</p>`}
      <table>
        <thead>
          <tr>
            <th scope="col">Flag</th>
            <th scope="col">On for</th>
            <th scope="col" class="subject">Addresses and @domains, with commas between</th>
            <th scope="col" class="action"><span class="hidden">Save</span></th>
          </tr>
        </thead>
        <tbody>
          ${featureFlagNames.map((name) => flagRow(name, flags.rule(name)))}
        </tbody>
      </table>
    </main>
    <header class="top later">
      <h2>Events</h2>
      <form role="search">
        <input
          type="search"
          name="search"
          value="${words}"
          aria-label="Search by event or person"
          placeholder="Search by event or person"
        />
        <button class="plain">Search</button>
      </form>
      <form method="post" action="/delete-all"><button class="plain">Delete all</button></form>
    </header>
    <main id="events" data-newest="${newest}">${rowsOf(events, words)}</main>`;
  return { title: 'Analytics', body, note, layout: 'wide' };
}

const modes = { off: 'Nobody', everyone: 'Everyone', people: 'These people' } as const;

function flagRow(name: FeatureFlag, { mode, people }: FlagRule): Html {
  const form = `flag-${name}`;
  const options = Object.entries(modes).map(
    ([value, label]) => html`<option value="${value}" ${value === mode && html`selected`}>${label}</option>`,
  );
  return html`<tr>
    <td class="mono">${name}</td>
    <td>
      <select name="mode" form="${form}" aria-label="Who has ${name}">
        ${options}
      </select>
    </td>
    <td>
      <input type="text" name="people" form="${form}" value="${people.join(', ')}" aria-label="People with ${name}" />
    </td>
    <td>
      <form id="${form}" method="post" action="/flag">
        <input type="hidden" name="name" value="${name}" /><button class="plain">Save</button>
      </form>
    </td>
  </tr>`;
}

/** The events, newest first, or what to say where there are none. */
export function rowsOf(events: Event[], words: string): Html {
  if (events.length === 0) {
    const sentence = words === '' ? 'No event has come yet.' : `No event or person is called “${words}”.`;
    return html`<p class="empty">${sentence}</p>`;
  }
  const rows = events.slice(0, shown).map(
    (event) =>
      html`<tr>
        <td><a class="row" href="/events/${event.id}">${event.event}</a></td>
        <td class="mono" title="${event.person}">${event.person}</td>
        <td class="mono" title="${aboutOf(event)}">${aboutOf(event)}</td>
        <td class="quiet">${when(event.at)}</td>
      </tr>`,
  );
  return html`<table>
      <thead>
        <tr>
          <th scope="col">Event</th>
          <th scope="col">Person</th>
          <th scope="col" class="subject">Where</th>
          <th scope="col" class="when">When</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
    ${events.length > shown && html`<p class="empty">The newest ${shown} of ${events.length}: search to find others.</p>`}`;
}

const aboutOf = ({ properties }: Event) => (typeof properties['$pathname'] === 'string' ? properties['$pathname'] : '');

export function eventPage(event: Event): Page {
  const body = html`<header class="top"><a href="/">← Analytics</a></header>
    <main class="letter">
      <h1>${event.event}</h1>
      <dl>
        <dt>Person</dt>
        <dd class="mono">${event.person}</dd>
        <dt>When</dt>
        <dd>${when(event.at)}</dd>
      </dl>
      <h2>Properties</h2>
      <pre class="mono">${JSON.stringify(event.properties, null, 2)}</pre>
    </main>`;
  return { title: event.event, body, note, layout: 'wide' };
}

export function noEventPage(): Page {
  const body = html`<main class="empty">This event does not exist any more. <a href="/">Analytics</a></main>`;
  return { title: 'No such event', body, note, status: 404, layout: 'wide' };
}
