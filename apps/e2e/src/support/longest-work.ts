import type { Page } from '@playwright/test';

interface Event {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of the processor. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

interface Traced {
  readonly traceEvents: readonly Event[];
}

const threadOf = ({ pid, tid }: Event) => `${pid}/${tid}`;

/**
 * The longest that the page's main thread worked at one piece while something was done, in milliseconds of its processor: a key or a
 * click in the middle of it waits that long. Unlike the time on the clock it is the same on a busy machine.
 */
export async function longestWork(page: Page, act: () => Promise<unknown>): Promise<number> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser to trace');
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as Traced;
  const isMain = ({ name, args }: Event) => name === 'thread_name' && args.name === 'CrRendererMain';
  const main = new Set(traceEvents.filter(isMain).map(threadOf));
  const pieces = traceEvents
    .filter((event) => event.name.endsWith('RunTask') && main.has(threadOf(event)))
    .map(({ tdur = 0 }) => tdur / 1000);
  if (pieces.length === 0) throw new Error('The browser traced no work');
  return Math.max(...pieces);
}
