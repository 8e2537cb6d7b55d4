import type { PortalSettings } from '@portal/contract';
import { whenIdle } from '@portal/ui';
import type { AnalyticsEvent, EventProperties, PageView } from './events.ts';
import type { AnalyticsClient } from './open-client.ts';

type Task = (client: AnalyticsClient) => void;

/** So long as nobody knows whether there is a host, or its client is on its way, this much is remembered. */
const mostWaiting = 100;

let waiting: Task[] = [];
const remember = (task: Task): void => {
  if (waiting.length < mostWaiting) waiting.push(task);
};
const forget = (): void => {
  waiting = [];
};
let tell = remember;

/**
 * Begins to tell the analytics host what was done, once the browser has nothing better to do. Without a host, or for
 * somebody whose browser says that they don't want to be tracked, nothing is told; nor if the client can't be loaded.
 */
export function startAnalytics(host: PortalSettings['analytics']): void {
  const stop = () => {
    tell = forget;
    forget();
  };
  if (!host || wantsNoTracking()) {
    stop();
    return;
  }
  tell = remember;
  const open = () =>
    import('./open-client.ts').then(({ openClient }) => {
      const client = openClient(host);
      tell = (task) => task(client);
      waiting.forEach(tell);
      forget();
    }, stop);
  whenIdle(() => void open().catch(stop));
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
