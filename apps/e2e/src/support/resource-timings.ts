import type { Page } from '@playwright/test';

/** A request of the page. Times are in milliseconds since the navigation started. */
export interface ResourceTiming {
  readonly url: string;
  readonly startMs: number;
  readonly endMs: number;
  /** The transferred size. It is 0 for responses of another origin, such as the API's. */
  readonly bytes: number;
}

/** The requests of the page so far, including the navigation. */
export const resourceTimings = (page: Page): Promise<ResourceTiming[]> =>
  page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map((entry) => {
      const { name, startTime, responseEnd, transferSize } = entry as PerformanceResourceTiming;
      return { url: name, startMs: startTime, endMs: responseEnd, bytes: transferSize };
    }),
  );

/** The number of sequential round trips up to a request: one that starts after another has ended may depend on it. */
export function countRoundTrips(last: ResourceTiming, timings: readonly ResourceTiming[]): number {
  const earlier = timings.filter(({ endMs }) => endMs <= last.startMs);
  return 1 + Math.max(0, ...earlier.map((timing) => countRoundTrips(timing, earlier)));
}
