import type { Page } from '@playwright/test';

interface Event {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds, on the clock: its start and its length. */
  readonly ts: number;
  readonly dur?: number;
  /** Microseconds of the processor. */
  readonly tdur?: number;
  readonly args: { readonly name?: string; readonly chrome_mojo_event_info?: { readonly mojo_interface_tag?: string } };
}

interface Traced {
  readonly traceEvents: readonly Event[];
}

const threadOf = ({ pid, tid }: Event) => `${pid}/${tid}`;

/** A message of the test to the page: what it looks for, the page itself does not do. */
const isOfTest = ({ name, args }: Event) =>
  name === 'Receive mojo message' && args.chrome_mojo_event_info?.mojo_interface_tag === 'blink.mojom.DevToolsSession';

const holds = (piece: Event, { ts }: Event) => piece.ts <= ts && ts <= piece.ts + (piece.dur ?? 0);

/** Of the page's main thread, in milliseconds of its processor, so that a busy machine does not change it. */
export interface Work {
  /** At one piece: a key or a click in the middle of it waits that long. */
  readonly longest: number;
  readonly inAll: number;
}

/**
 * How much the page works while something is done. What the test itself asks of the page is left out: to look for a button among 500
 * cards by its name takes longer than anything that the page does.
 */
export async function workOf(page: Page, act: () => Promise<unknown>): Promise<Work> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser to trace');
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as Traced;
  const isMain = ({ name, args }: Event) => name === 'thread_name' && args.name === 'CrRendererMain';
  const main = new Set(traceEvents.filter(isMain).map(threadOf));
  const onMain = traceEvents.filter((event) => main.has(threadOf(event)));
  const messages = onMain.filter(isOfTest);
  if (messages.length === 0) throw new Error('The browser traced no message of the test');
  const pieces = onMain.filter(({ name }) => name === 'ThreadControllerImpl::RunTask');
  const own = pieces.filter((piece) => !messages.some((message) => holds(piece, message)));
  if (own.length === 0) throw new Error('The browser traced no work');
  const times = own.map(({ tdur = 0 }) => tdur / 1000);
  return { longest: Math.max(...times), inAll: times.reduce((sum, time) => sum + time, 0) };
}
