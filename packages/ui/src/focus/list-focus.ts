import { focusFallback } from './focus-fallback.ts';

type MaybeElement = HTMLElement | null | undefined;

/** The last row that was removed with the focus in it, and the element that received the focus. */
let removedRow: { readonly id: string | undefined; focusedNext?: HTMLElement | undefined } | undefined;

const sectionHeading = (item: Element | null): MaybeElement =>
  item?.closest('section')?.querySelector<HTMLElement>('h2, h3');

/** Makes a row or a heading focusable by script, so that Tab continues from it. */
function firstConnected(candidates: readonly MaybeElement[]): HTMLElement | undefined {
  const first = candidates.find((candidate) => candidate?.isConnected) ?? undefined;
  if (first && first.tabIndex < 0) first.tabIndex = -1;
  return first;
}

/**
 * Call this before a list item is removed. The returned function finds the element to focus afterwards: `toTarget` of
 * the next item, else of the previous one, else the heading of the list.
 */
export function focusTargetNear(item: Element, toTarget: (other: HTMLElement) => MaybeElement = (other) => other) {
  const siblings = [...(item.parentElement?.querySelectorAll<HTMLElement>(':scope > *') ?? [])];
  const index = siblings.findIndex((sibling) => sibling === item);
  const candidates = [...siblings.slice(index + 1), ...siblings.slice(0, index).reverse()].map(toTarget);
  const heading = sectionHeading(item);
  return () => firstConnected([...candidates, heading]);
}

/** A ref for a table row: if the row is removed with the focus in it, the focus moves to a row next to it. */
export const focusNeighbourOnUnmount = (row: HTMLElement | null) => () => {
  if (!row?.contains(document.activeElement)) return;
  const removed: typeof removedRow = { id: row.dataset.row };
  const findTarget = focusTargetNear(row);
  removedRow = removed;
  focusFallback(() => (removed.focusedNext = findTarget()));
};

/** Focuses a control in a row that was removed and added again, unless the user has moved the focus in between. */
export function reclaimRowFocus(control: HTMLElement): void {
  if (!removedRow || control.closest<HTMLElement>('tr')?.dataset.row !== removedRow.id) return;
  const { activeElement } = document;
  if (activeElement === document.body || activeElement === removedRow.focusedNext) control.focus();
  removedRow = undefined;
}

/**
 * A ref for the footer of a list, for example its "Show more" button. If the footer is removed after a click, the focus
 * moves to the first row that the click added, or to the last row if it added none.
 */
export function focusAddedRowOnUnmount(footer: HTMLElement | null): () => void {
  const list = footer?.closest('section, main');
  const rows = () => [...(list?.querySelectorAll<HTMLElement>('tbody > tr, ul > li, ol > li') ?? [])];
  let rowCountAtClick = 0;
  footer?.addEventListener('click', () => (rowCountAtClick = rows().length));
  return () => {
    if (!footer?.contains(document.activeElement)) return;
    const heading = sectionHeading(footer);
    focusFallback(() => firstConnected([rows()[rowCountAtClick] ?? rows().at(-1), heading]));
  };
}
