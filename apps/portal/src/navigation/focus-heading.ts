const main = () => document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');

/** Moves focus to the page's heading, so that keyboards and screen readers start where eyes do. */
export const focusHeading = () => main()?.focus({ preventScroll: true });

/** The same after something that had the focus went away, such as the row of a table; a focus elsewhere stays. */
export function keepFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusHeading();
  });
}
