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
