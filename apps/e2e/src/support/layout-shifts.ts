import type { Page } from '@playwright/test';

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly { readonly node?: Node | null }[];
}

/** The layout shifts since the page was opened. */
export const layoutShifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        new PerformanceObserver((list) => {
          resolve(
            (list.getEntries() as Shift[]).map(({ value, sources }) => {
              const moved = sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 120) : ''));
              return `${value.toFixed(4)} ${moved.join(' | ')}`;
            }),
          );
        }).observe({ type: 'layout-shift', buffered: true });
        window.setTimeout(() => resolve([]), 200);
      }),
  );
