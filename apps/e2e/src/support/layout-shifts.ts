import type { Page } from '@playwright/test';

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly { readonly node?: Node | null }[];
}

/**
 * The layout shifts since the page was opened; with a selector, only those of what it selects, with what is in and around it.
 * Chromium does not name an element that was removed since, so it only counts without a selector.
 */
export const layoutShifts = (page: Page, selector?: string) =>
  page.evaluate(
    (selected) =>
      new Promise<string[]>((resolve) => {
        const isMeant = (node: Node | null | undefined) =>
          selected === undefined ||
          (node instanceof Element && (node.closest(selected) !== null || node.querySelector(selected) !== null));
        new PerformanceObserver((list) => {
          const shifts = (list.getEntries() as Shift[]).filter(({ sources }) =>
            sources.some(({ node }) => isMeant(node)),
          );
          resolve(
            shifts.map(({ value, sources }) => {
              const moved = sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 120) : ''));
              return `${value.toFixed(4)} ${moved.join(' | ')}`;
            }),
          );
        }).observe({ type: 'layout-shift', buffered: true });
        window.setTimeout(() => resolve([]), 200);
      }),
    selector,
  );
