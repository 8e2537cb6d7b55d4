import type { Page } from '@playwright/test';

/**
 * Ends at once what is on its way to another colour: axe would take one in between for one of the page. What inherits a
 * colour begins its own way when that has come, so it is looked for again. What takes longer than a second goes on.
 */
export const makeStill = (page: Page) =>
  page.evaluate(() => {
    const isShort = ({ effect }: Animation) => Number(effect?.getComputedTiming().endTime) <= 1_000;
    for (let round = 0; round < 50; round++) {
      const moving = document.getAnimations().filter(({ playState }) => playState !== 'finished');
      const underWay = moving.filter(isShort);
      if (underWay.length === 0) return;
      for (const animation of underWay) animation.finish();
    }
    throw new Error('What moves on the page begins anew again and again.');
  });
