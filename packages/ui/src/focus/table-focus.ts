import { useCallback, useRef } from 'react';
import { focusFallback, focusTargetNear, toFocusable } from './focus.ts';

/** The row of a table, or the item of a list, that has this id in `data-row`. */
export const findRow = (id: string) => document.querySelector<HTMLElement>(`[data-row="${id}"]`);

/** Scrolls to a row and focuses it. */
export function focusRow(id: string): void {
  const row = toFocusable(findRow(id));
  row?.scrollIntoView({ block: 'center' });
  row?.focus({ preventScroll: true });
}

/** The last row that was removed with the focus in it, and the element that received the focus. */
let removedRow: { readonly id: string | undefined; focusedNext?: HTMLElement | undefined } | undefined;

/** A ref for a table row: if the row is removed with the focus in it, the focus moves to a row next to it. */
export const moveRowFocusOnUnmount = (row: HTMLElement | null) => () => {
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

/** Finds the table row to focus when a dialog that removed a row closes after the row is gone. */
export function useRemovalFocus() {
  const findTarget = useRef<() => HTMLElement | undefined>(undefined);
  const rowId = useRef<string>(undefined);
  return {
    /** Call this before the row is removed. */
    rememberRow: (id: string) => {
      const row = findRow(id);
      rowId.current = id;
      findTarget.current = row ? focusTargetNear(row) : undefined;
    },
    /** For `Modal`. */
    fallbackFocus: useCallback(() => {
      const focusedNext = findTarget.current?.();
      removedRow = { id: rowId.current, focusedNext };
      return focusedNext;
    }, []),
  };
}

/** A ref that focuses the control that the user changed, unless the focus has moved out of its section. */
export function restoreFocus(control: HTMLElement | null): void {
  if (document.activeElement?.contains(control)) control?.focus();
}

/** A ref that focuses the row next to a removed one. It focuses no control, because a key would change that row. */
export function restoreRowFocus(control: HTMLElement | null): void {
  const row = control?.closest('tr');
  if (row && document.activeElement?.contains(row)) toFocusable(row).focus();
}
