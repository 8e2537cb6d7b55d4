import type { Page } from '@playwright/test';

/**
 * Finishes running transitions, so that axe does not measure intermediate colours. An inherited colour starts a transition of
 * its own when the parent's ends, hence several rounds. Animations longer than a second continue.
 */
export const finishAnimations = (page: Page) =>
  page.evaluate(() => {
    const isShort = ({ effect }: Animation) => Number(effect?.getComputedTiming().endTime) <= 1_000;
    for (let round = 0; round < 50; round++) {
      const unfinished = document.getAnimations().filter(({ playState }) => playState !== 'finished');
      const running = unfinished.filter(isShort);
      if (running.length === 0) return;
      for (const animation of running) animation.finish();
    }
    throw new Error('The page keeps starting new animations');
  });
