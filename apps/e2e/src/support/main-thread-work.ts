import type { Page } from '@playwright/test';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Start and duration by the wall clock, in microseconds. */
  readonly ts: number;
  readonly dur?: number;
  /** CPU time in microseconds. */
  readonly tdur?: number;
  readonly args: { readonly name?: string; readonly chrome_mojo_event_info?: { readonly mojo_interface_tag?: string } };
}

interface Trace {
  readonly traceEvents: readonly TraceEvent[];
}

const threadId = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;

/** A message from the test to the page. Its work is not the page's own. */
const isTestMessage = ({ name, args }: TraceEvent) =>
  name === 'Receive mojo message' && args.chrome_mojo_event_info?.mojo_interface_tag === 'blink.mojom.DevToolsSession';

const contains = (task: TraceEvent, { ts }: TraceEvent) => task.ts <= ts && ts <= task.ts + (task.dur ?? 0);

/** The work of the page's main thread, in CPU time, so that a busy machine hardly changes it. */
export interface MainThreadWork {
  /** Input during this task waits until it ends. */
  readonly longestTaskMs: number;
  readonly totalMs: number;
}

/**
 * Measures the page's work during an action. Excludes the work for the test's own queries: finding a button by name among 500
 * cards takes longer than anything the page does.
 */
export async function measureMainThreadWork(page: Page, action: () => Promise<unknown>): Promise<MainThreadWork> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser to trace');
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
  await action();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as Trace;
  const isMainThreadName = ({ name, args }: TraceEvent) => name === 'thread_name' && args.name === 'CrRendererMain';
  const mainThreadIds = new Set(traceEvents.filter(isMainThreadName).map(threadId));
  const mainThreadEvents = traceEvents.filter((event) => mainThreadIds.has(threadId(event)));
  const messages = mainThreadEvents.filter(isTestMessage);
  if (messages.length === 0) throw new Error('The trace contains no message of the test');
  const tasks = mainThreadEvents.filter(({ name }) => name === 'ThreadControllerImpl::RunTask');
  const pageTasks = tasks.filter((task) => !messages.some((message) => contains(task, message)));
  if (pageTasks.length === 0) throw new Error('The trace contains no task of the page');
  const times = pageTasks.map(({ tdur = 0 }) => tdur / 1000);
  return { longestTaskMs: Math.max(...times), totalMs: times.reduce((sum, time) => sum + time, 0) };
}
