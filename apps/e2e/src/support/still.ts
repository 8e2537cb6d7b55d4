import type { Page } from '@playwright/test';

/**
 * Waits until no colour is on its way to another: axe would take one in between for one of the page. Not for long, for an
 * animation that goes by something else than time never ends.
 */
export const isStill = (page: Page) =>
  page.evaluate(async () => {
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    const ended = Promise.allSettled(transitions.map(({ finished }) => finished));
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 1_000))]);
  });
