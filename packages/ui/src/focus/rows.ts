import { passFocus } from './pass-focus.ts';

type Found = HTMLElement | null | undefined;

/** A row that went with the focus, and where that went. */
let left: { readonly id: string | undefined; to?: HTMLElement | undefined } | undefined;

const headingOf = (item: Element | null): Found => item?.closest('section')?.querySelector<HTMLElement>('h2');

/** The first that is still there. Nobody gets to a row or a heading by Tab, but from it to what comes next. */
function firstOf(found: readonly Found[]): HTMLElement | undefined {
  const first = found.find((one) => one?.isConnected) ?? undefined;
  if (first && first.tabIndex < 0) first.tabIndex = -1;
  return first;
}

/**
 * For a thing of a list that goes with the focus, called while it is still there: finds what is to have the focus in the
 * next one, else in the one before, else the heading of the list.
 */
export function nextTo(item: Element, partOf: (other: HTMLElement) => Found = (other) => other) {
  const all = [...(item.parentElement?.querySelectorAll<HTMLElement>(':scope > *') ?? [])];
  const at = all.findIndex((one) => one === item);
  const near = [...all.slice(at + 1), ...all.slice(0, at).reverse()].map(partOf);
  const heading = headingOf(item);
  return () => firstOf([...near, heading]);
}

/** For a row of a table, which may go with the focus in it. */
export const keepFocusBeside = (row: HTMLElement | null) => () => {
  if (!row?.contains(document.activeElement)) return;
  const gone: typeof left = { id: row.dataset.row };
  const find = nextTo(row);
  left = gone;
  passFocus(() => (gone.to = find()));
};

/** For what is in a row that went and came again: it takes the focus back, unless somebody has gone elsewhere. */
export function takeFocusBack(control: HTMLElement): void {
  if (!left || control.closest<HTMLElement>('tr')?.dataset.row !== left.id) return;
  const { activeElement } = document;
  if (activeElement === document.body || activeElement === left.to) control.focus();
  left = undefined;
}

/**
 * For what stands at the foot of a list and may go away once it was pressed: the row has the focus that came first since
 * then, or the last one where none came.
 */
export function keepFocusAtEnd(foot: HTMLElement | null): () => void {
  const list = foot?.closest('section, main');
  const rows = () => [...(list?.querySelectorAll<HTMLElement>('tbody > tr, ul > li, ol > li') ?? [])];
  let before = 0;
  foot?.addEventListener('click', () => (before = rows().length));
  return () => {
    if (!foot?.contains(document.activeElement)) return;
    const heading = headingOf(foot);
    passFocus(() => firstOf([rows()[before] ?? rows().at(-1), heading]));
  };
}
