import type { PortalSettings } from '@portal/contract';
import { whenIdle } from '@portal/ui';
import type { AnalyticsEvent, EventProperties, PageView } from './events.ts';
import type { AnalyticsClient } from './posthog-client.ts';

type Task = (client: AnalyticsClient) => void;

/** How many tasks to queue until the client is loaded. */
const maxQueuedTasks = 100;

const flushTimeoutMs = 500;

let queue: Task[] = [];
const enqueue = (task: Task): void => {
  if (queue.length < maxQueuedTasks) queue.push(task);
};
const clearQueue = (): void => {
  queue = [];
};
let dispatchTask = enqueue;

/** Loads the client, which then runs the queued tasks. Resolves to undefined if there is no client. */
let loadClient = (): Promise<AnalyticsClient | undefined> => Promise.resolve(undefined);

/**
 * Starts analytics. The client loads when the browser is idle, and not before `ready`. Nothing is sent if no host is
 * configured, the client cannot be loaded, or the browser asks not to be tracked.
 */
export function startAnalytics(host: PortalSettings['analytics'], ready: Promise<unknown> = Promise.resolve()): void {
  const stop = () => {
    dispatchTask = clearQueue;
    loadClient = () => Promise.resolve(undefined);
    clearQueue();
    return undefined;
  };
  if (!host || optedOutOfTracking()) {
    stop();
    return;
  }
  dispatchTask = enqueue;
  let loading: ReturnType<typeof loadClient> | undefined;
  const createClient = () =>
    import('./posthog-client.ts').then(({ createAnalyticsClient }) => {
      const client = createAnalyticsClient(host);
      dispatchTask = (task) => task(client);
      queue.forEach(dispatchTask);
      clearQueue();
      return client;
    });
  loadClient = () => (loading ??= createClient().catch(stop));
  void ready.then(() => whenIdle(() => void loadClient()));
}

function optedOutOfTracking(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as { doNotTrack?: unknown; globalPrivacyControl?: unknown };
  return doNotTrack === '1' || globalPrivacyControl === true;
}

/**
 * Tracks an action of the user after it has succeeded. `track('initial-profile-set')` arrives as
 * `ap-initial-profile-set`, with the time of this call. It returns immediately and never throws.
 */
export function track(event: AnalyticsEvent, properties: EventProperties = {}): void {
  const timestamp = new Date();
  dispatchTask((client) => client.track(event, properties, timestamp));
}

export function trackPage(page: PageView): void {
  const timestamp = new Date();
  dispatchTask((client) => client.trackPage(page, timestamp));
}

/** Assigns the events of this browser to a user, by id only. */
export const identify = (userId: string): void => dispatchTask((client) => client.identify(userId));

/** Links another id to the same user, for example the id from before an account merge. */
export const alias = (otherId: string): void => dispatchTask((client) => client.alias(otherId));

/** Tracks the logout. Later events are anonymous. */
export const resetIdentity = (): void => dispatchTask((client) => client.reset());

/**
 * Sends the queued events before a page navigates away from the portal. Resolves once the requests have started, since
 * the browser completes them after the page is unloaded, or after half a second. It never rejects.
 */
export async function flushEvents(): Promise<void> {
  // The effects of a page run before those of its layout, which tracks the page view.
  await Promise.resolve();
  const sent = loadClient().then((client) => client?.flush());
  await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, flushTimeoutMs))]);
}
