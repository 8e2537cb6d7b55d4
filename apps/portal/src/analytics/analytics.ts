import type { PortalSettings } from '@portal/contract';
import { whenIdle } from '@portal/ui';
import type { AnalyticsEvent, EventProperties, PageView } from './events.ts';
import type { AnalyticsClient } from './open-client.ts';

type Task = (client: AnalyticsClient) => void;

/** So long as nobody knows whether there is a host, or its client is on its way, this much is remembered. */
const mostWaiting = 100;

/** How long a page that leads elsewhere waits until its events are sent, in milliseconds. */
const longestDelay = 500;

let waiting: Task[] = [];
const remember = (task: Task): void => {
  if (waiting.length < mostWaiting) waiting.push(task);
};
const forget = (): void => {
  waiting = [];
};
let tell = remember;

/** Loads the client, which then takes what was remembered; without a client it resolves to nothing. */
let load = (): Promise<AnalyticsClient | undefined> => Promise.resolve(undefined);

/**
 * Begins to tell the analytics host what was done. The client is loaded once the browser has nothing better to do, and
 * not before `ready`. Without a host, or for somebody whose browser says that they don't want to be tracked, nothing is
 * told; nor if the client can't be loaded.
 */
export function startAnalytics(host: PortalSettings['analytics'], ready: Promise<unknown> = Promise.resolve()): void {
  const stop = () => {
    tell = forget;
    load = () => Promise.resolve(undefined);
    forget();
    return undefined;
  };
  if (!host || wantsNoTracking()) {
    stop();
    return;
  }
  tell = remember;
  let loading: ReturnType<typeof load> | undefined;
  const open = () =>
    import('./open-client.ts').then(({ openClient }) => {
      const client = openClient(host);
      tell = (task) => task(client);
      waiting.forEach(tell);
      forget();
      return client;
    });
  load = () => (loading ??= open().catch(stop));
  void ready.then(() => whenIdle(() => void load()));
}

function wantsNoTracking(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as { doNotTrack?: unknown; globalPrivacyControl?: unknown };
  return doNotTrack === '1' || globalPrivacyControl === true;
}

/**
 * Tells that somebody did something, once it has succeeded: `track('initial-profile-set')`. It returns at once and
 * never fails; the host sees the event as `ap-initial-profile-set`, with the time of this call.
 */
export function track(event: AnalyticsEvent, about: EventProperties = {}): void {
  const timestamp = new Date();
  tell((client) => client.track(event, about, timestamp));
}

/** Tells that a page is shown. */
export function trackPage(page: PageView): void {
  const timestamp = new Date();
  tell((client) => client.trackPage(page, timestamp));
}

/** Tells whose acts those of this browser are, by the id of the user and nothing else. */
export const identify = (userId: string): void => tell((client) => client.identify(userId));

/** Tells another id of the same person, such as the one before an account was merged. */
export const alias = (otherId: string): void => tell((client) => client.alias(otherId));

/** Tells that whoever was known logged out; what is done from now on is nobody’s in particular. */
export const forgetPerson = (): void => tell((client) => client.forgetPerson());

/**
 * Sends what was tracked, for a page that is about to send the browser elsewhere. It resolves once the requests have
 * started, which the browser completes after the page is gone, or after half a second; it never fails.
 */
export async function sendEvents(): Promise<void> {
  // A page's own effects run before those of the frame around it, which track its view.
  await Promise.resolve();
  const sent = load().then((client) => client?.send());
  await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, longestDelay))]);
}
