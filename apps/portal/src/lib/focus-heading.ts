/** Moves focus to the page heading, so that keyboard and screen reader users start at the top of the page. */
export const focusHeading = () =>
  (document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main'))?.focus({ preventScroll: true });
