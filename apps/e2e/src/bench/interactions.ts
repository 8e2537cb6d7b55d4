import type { Page } from '@playwright/test';

/** The longest that the page took from a key or click to the next paint while something was done, in milliseconds. */
export async function longestInteraction(page: Page, act: () => Promise<unknown>): Promise<number> {
  const events = await page.evaluateHandle(() => {
    const lengths: number[] = [];
    const take = (entries: PerformanceEntryList) => lengths.push(...entries.map(({ duration }) => duration));
    const observer = new PerformanceObserver((list) => take(list.getEntries()));
    // Shorter ones the browser does not tell.
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    return { lengths, take, observer };
  });
  await act();
  return events.evaluate(async ({ lengths, take, observer }) => {
    // It tells of an event once the frame after it is painted.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)));
    take(observer.takeRecords());
    observer.disconnect();
    return Math.max(0, ...lengths);
  });
}
