import { focusTargetNear } from '@portal/ui';
import { useCallback, useRef } from 'react';

/** A ref that focuses the control that the user changed, unless the focus has moved out of its section. */
export function restoreFocus(control: HTMLElement | null): void {
  if (document.activeElement?.contains(control)) control?.focus();
}

/** A ref that focuses the row next to a removed one. It focuses no control, because a key would change that row. */
export function focusRow(control: HTMLElement | null): void {
  const row = control?.closest('tr');
  if (!row || !document.activeElement?.contains(row)) return;
  row.tabIndex = -1;
  row.focus();
}

/** Finds the row to focus when a dialog that removed a row closes after the row is gone. */
export function useRemovalFocus() {
  const findRow = useRef<() => HTMLElement | undefined>(undefined);
  return {
    /** Call this before the row is removed. */
    rememberRow: (rowId: string) => {
      const row = document.querySelector(`tr[data-row="${rowId}"]`);
      findRow.current = row ? focusTargetNear(row) : undefined;
    },
    fallbackFocus: useCallback(() => findRow.current?.(), []),
  };
}
