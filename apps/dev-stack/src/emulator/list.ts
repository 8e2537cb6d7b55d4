import { html, type Html } from './html.ts';
import { table, type Cell, type Column } from './table.ts';

const maxRows = 200;

/** `field` is the parameter with the text that is searched for. */
export const searchForm = (field: string, label: string, search: string): Html =>
  html`<form role="search">
    <input type="search" name="${field}" value="${search}" aria-label="${label}" placeholder="${label}" />
    <button class="plain">Search</button>
  </form>`;

/** Deletes what the page lists. */
export const deleteForm = (field: string, search: string, count: number): Html =>
  html`<form method="post" action="/delete">
    <input type="hidden" name="${field}" value="${search}" />
    <button class="plain">${search.trim() === '' ? 'Delete all' : `Delete listed (${count})`}</button>
  </form>`;

/** The table of the newest items, of a list that begins with them. */
export const newestTable = <Item>(
  columns: readonly Column[],
  items: readonly Item[],
  toCells: (item: Item) => readonly Cell[],
): Html =>
  html`${table(columns, items.slice(0, maxRows).map(toCells))}
  ${
    items.length > maxRows &&
    html`<p class="empty">Showing the newest ${maxRows} of ${items.length}. Search to find others.</p>`
  }`;
