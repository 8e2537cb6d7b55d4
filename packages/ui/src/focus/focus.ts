/**
 * Where the focus goes when the page changes. A removed element leaves it on `body`: Tab then starts again at the top of the page,
 * and a screen reader says nothing.
 *
 * | when                                                   | use                                                      |
 * | ------------------------------------------------------ | -------------------------------------------------------- |
 * | another page opens                                     | `focusPageHeading`                                       |
 * | a link leads to a section of the page                  | `focusSectionHeading`                                    |
 * | a link leads to a row of a table or a list             | `focusRow`                                               |
 * | an element is removed                                  | `moveFocusOnUnmount`, `moveFocusToSectionOnUnmount`      |
 * | a state change replaces the buttons of a page          | `useRefocusOnChange`                                     |
 * | an item of a list is removed                           | `moveFocusNearOnUnmount`; `Table` does it for its rows   |
 * | a table row comes back, because its removal failed     | `reclaimRowFocus`                                        |
 * | "Show more" adds rows and is removed                   | `moveFocusToAddedRowOnUnmount`                           |
 * | a dialog that removed a table row closes               | `useRemovalFocus`, whose result `Modal` takes            |
 * | the user comes back to a table from another site       | `restoreFocus`, `restoreRowFocus`                        |
 * | anything else removes the focused element              | `focusFallback`                                          |
 *
 * `table-focus.ts` has what only tables need, because most pages have none.
 *
 * A component that moves the focus between its own controls does so itself, such as a menu or a search box.
 */
import { useEffect, useRef } from 'react';

type MaybeElement = HTMLElement | null | undefined;

const pageHeading = () => document.querySelector<HTMLElement>('main h1');

const headingOf = (section: Element | null | undefined): MaybeElement => section?.querySelector<HTMLElement>('h2, h3');

/** The headings of the sections that an element is in, the nearest first. */
function headingsAround(element: Element | null): MaybeElement[] {
  const section = element?.closest('section');
  return section ? [headingOf(section), ...headingsAround(section.parentElement)] : [];
}

/** Makes a row or a heading focusable by script, so that Tab continues from it. A control stays as it is. */
export function toFocusable<Target extends MaybeElement>(element: Target): Target {
  if (element && element.tabIndex < 0) element.tabIndex = -1;
  return element;
}

/** The new element is near the old one, or the caller scrolls. */
const focusInPlace = (element: MaybeElement) => element?.focus({ preventScroll: true });

/** Keyboard and screen reader users start at the top of a new page. A field with `autoFocus` keeps the focus. */
export function focusPageHeading(): void {
  if (document.activeElement?.matches('main input')) return;
  focusInPlace(pageHeading() ?? document.querySelector('main'));
}

/** Focuses the heading of a section that the caller has scrolled to. */
export const focusSectionHeading = (section: Element | null): void => focusInPlace(toFocusable(headingOf(section)));

/**
 * Moves the focus after the focused element was removed: to the element that `findTarget` returns, else to the page's
 * heading. Does nothing if another element has the focus by then.
 */
export function focusFallback(findTarget?: () => HTMLElement | undefined): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusInPlace(findTarget?.() ?? pageHeading());
  });
}

/** A ref for an element that may be removed while it contains the focus, which then moves to the page's heading. */
export const moveFocusOnUnmount = (element: HTMLElement | null) => () => {
  if (element?.contains(document.activeElement)) focusFallback();
};

/** Moves the focus when a state change removes the focused button, for example the one that caused the change. */
export function useRefocusOnChange(state: string): void {
  const lastState = useRef(state);
  useEffect(() => {
    if (lastState.current === state) return;
    lastState.current = state;
    focusFallback();
  }, [state]);
}

const firstConnected = (candidates: readonly MaybeElement[]) =>
  toFocusable(candidates.find((candidate) => candidate?.isConnected)) ?? undefined;

/** The element of another item that receives the focus of a removed one. */
type ToTarget = (other: HTMLElement, removed: Element) => MaybeElement;

/**
 * Call this before a list item is removed. The returned function finds the element to focus afterwards: `toTarget` of
 * the next item, else of the previous one, else the heading of the section, or of the one around it if the section is removed, too.
 */
export function focusTargetNear(item: Element, toTarget: ToTarget = (other) => other) {
  const siblings = [...(item.parentElement?.querySelectorAll<HTMLElement>(':scope > *') ?? [])];
  const index = siblings.findIndex((sibling) => sibling === item);
  const others = [...siblings.slice(index + 1), ...siblings.slice(0, index).reverse()];
  const candidates = [...others.map((other) => toTarget(other, item)), ...headingsAround(item)];
  return () => firstConnected(candidates);
}

/**
 * Makes a ref for a list item: if the item is removed with the focus in it, the focus moves to `toTarget` of an item next
 * to it, else to the heading of the section.
 */
export const moveFocusNearOnUnmount = (toTarget: ToTarget) => (item: HTMLElement | null) => () => {
  if (item?.contains(document.activeElement)) focusFallback(focusTargetNear(item, toTarget));
};

/** A ref for an element of a section: if it is removed with the focus in it, the focus moves to the section's heading. */
export const moveFocusToSectionOnUnmount = moveFocusNearOnUnmount(() => null);

/**
 * A ref for the footer of a list, for example its "Show more" button. If the footer is removed after a click, the focus
 * moves to the first row that the click added, or to the last row if it added none.
 */
export function moveFocusToAddedRowOnUnmount(footer: HTMLElement | null): () => void {
  const list = footer?.closest('section, main');
  const rows = () => [...(list?.querySelectorAll<HTMLElement>('tbody > tr, ul > li, ol > li') ?? [])];
  let rowCountAtClick = 0;
  footer?.addEventListener('click', () => (rowCountAtClick = rows().length));
  return () => {
    if (!footer?.contains(document.activeElement)) return;
    const heading = headingOf(footer.closest('section'));
    focusFallback(() => firstConnected([rows()[rowCountAtClick] ?? rows().at(-1), heading]));
  };
}
