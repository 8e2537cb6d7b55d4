import type { Page } from '@playwright/test';

/** The longest time from an input event to the next paint during an action, in milliseconds. */
export async function longestInteraction(page: Page, action: () => Promise<unknown>): Promise<number> {
  const events = await page.evaluateHandle(() => {
    const durations: number[] = [];
    const record = (entries: PerformanceEntryList) => durations.push(...entries.map(({ duration }) => duration));
    const observer = new PerformanceObserver((list) => record(list.getEntries()));
    // The browser's minimum.
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    return { durations, record, observer };
  });
  await action();
  return events.evaluate(async ({ durations, record, observer }) => {
    // Events are reported after the next frame is painted.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)));
    record(observer.takeRecords());
    observer.disconnect();
    return Math.max(0, ...durations);
  });
}
