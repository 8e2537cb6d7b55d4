/**
 * Passes the focus on from what goes away with it: to what is found near by then, else to the heading of the page. Who
 * has gone elsewhere meanwhile stays there.
 */
export function passFocus(find?: () => HTMLElement | undefined): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    const to = find?.() ?? document.querySelector<HTMLElement>('main h1');
    // It is where the other one was, or was out of sight as well.
    to?.focus({ preventScroll: true });
  });
}

/** The `ref` of what goes away sooner or later: the focus that it has by then is passed on. */
export const handFocusOn = (element: HTMLElement | null) => () => {
  if (element?.contains(document.activeElement)) passFocus();
};
