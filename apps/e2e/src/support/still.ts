import type { Page } from '@playwright/test';

/** Waits until no colour is on its way to another: axe would take one in between for one of the page. */
export const isStill = (page: Page) =>
  page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  });
