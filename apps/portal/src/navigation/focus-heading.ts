/** Moves focus to the page's heading, so that keyboards and screen readers start where eyes do. */
export const focusHeading = () =>
  (document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main'))?.focus({ preventScroll: true });
