import type { Page } from '@playwright/test';

/** A request and its answer, in milliseconds since the page was asked for. */
export interface Exchange {
  readonly url: string;
  readonly began: number;
  readonly ended: number;
  /** As it came over the wire; what the API sends the browser tells no page of another origin. */
  readonly bytes: number;
}

/** What a page has fetched so far, itself included. */
export const exchangesOf = (page: Page): Promise<Exchange[]> =>
  page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map((entry) => {
      const { name, startTime, responseEnd, transferSize } = entry as PerformanceResourceTiming;
      return { url: name, began: startTime, ended: responseEnd, bytes: transferSize };
    }),
  );

/** How many round trips one after the other an answer took: what began after another's answer may have waited for it. */
export function roundTripsTo(last: Exchange, exchanges: readonly Exchange[]): number {
  const before = exchanges.filter(({ ended }) => ended <= last.began);
  return 1 + Math.max(0, ...before.map((one) => roundTripsTo(one, before)));
}
