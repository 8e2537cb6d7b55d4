import type { PortalSettings } from '@portal/contract';
import { PostHog } from 'posthog-js-lite';
import type { AnalyticsEvent, EventProperties, PageView } from './events.ts';

type Host = NonNullable<PortalSettings['analytics']>;
type Fetched = Awaited<ReturnType<PostHog['fetch']>>;

/** The prefix of our own events. Source: specification section 9. */
const prefix = 'ap-';

const pauseAfterFailure = 5 * 60_000;

/** What the library adds by itself and may tell. Addresses are not among it: they can hold more than we would say. */
const allowed: ReadonlySet<string> = new Set([
  '$lib',
  '$lib_version',
  '$os',
  '$browser',
  '$browser_version',
  '$device',
  '$screen_height',
  '$screen_width',
  '$session_id',
  '$anon_distinct_id',
  '$is_identified',
  '$process_person_profile',
  '$geoip_disable',
  'distinct_id',
  'alias',
  'workspaceId',
]);

/** Loses what the host doesn't take, rather than to trouble anybody: to the library all has gone well. */
class QuietPostHog extends PostHog {
  #awayUntil = 0;

  override fetch(...[url, options]: Parameters<PostHog['fetch']>): Promise<Fetched> {
    const taken = Promise.resolve(new Response(null, { status: 204 }));
    if (Date.now() < this.#awayUntil) return taken;
    // The browser completes the request after the page is gone. The library doesn't wait for the answer: events that
    // were still in its queue when the page was left would be sent again by the next page.
    void this.#send(url, options);
    return taken;
  }

  async #send(...[url, options]: Parameters<PostHog['fetch']>): Promise<void> {
    const answer = await fetch(url, { ...options, keepalive: true }).catch(() => null);
    if (!answer?.ok) this.#awayUntil = Date.now() + pauseAfterFailure;
  }
}

const isPlain = (value: string | undefined): value is string => value !== undefined && /^[\w-]{1,40}$/.test(value);

/** The path without query and hash. What is no id, such as an address that somebody typed, keeps its name. */
const pathOf = ({ pattern, params = {} }: PageView) =>
  pattern.replace(/:(\w+)\??/g, (name, key: string) => {
    const value = params[key];
    return isPlain(value) ? value : name;
  });

/** What the analytics host is told by. */
export interface AnalyticsClient {
  track(event: AnalyticsEvent, about: EventProperties, timestamp: Date): void;
  trackPage(page: PageView, timestamp: Date): void;
  identify(userId: string): void;
  alias(otherId: string): void;
  forgetPerson(): void;
  /** Resolves once the requests with all events have started. */
  send(): Promise<void>;
}

/** The library, with all switched off that would ask the host for something or tell more than we say. */
export function openClient({ url, projectKey }: Host): AnalyticsClient {
  let page: Record<string, string> = {};
  const client = new QuietPostHog(projectKey, {
    host: url,
    preloadFeatureFlags: false,
    disableRemoteFeatureFlags: true,
    disableSurveys: true,
    disableGeoip: true,
    disableCompression: true,
    // At once: what waits in the queue is lost with the page, or sent twice by another tab, which shares the queue.
    flushAt: 1,
    fetchRetryCount: 0,
    before_send: (event) => {
      const told = Object.entries(event.properties ?? {}).filter(([name]) => allowed.has(name));
      return { ...event, properties: { ...Object.fromEntries(told), ...page } };
    },
  });
  return {
    track(event, { workspaceId }, timestamp) {
      client.capture(prefix + event, isPlain(workspaceId) ? { workspaceId } : {}, { timestamp });
    },
    trackPage(view, timestamp) {
      const { href, pathname } = new URL(pathOf(view), window.location.origin);
      page = { route: view.route, pattern: view.pattern, $pathname: pathname, $current_url: href };
      client.capture('$pageview', {}, { timestamp });
    },
    identify(userId) {
      const known = client.getDistinctId();
      // Somebody else used this browser and did not log out.
      if (known !== userId && known !== client.getAnonymousId()) client.reset();
      client.identify(userId);
    },
    alias: (otherId) => client.alias(otherId),
    forgetPerson() {
      if (client.getDistinctId() !== client.getAnonymousId()) client.capture(`${prefix}logged-out`);
      client.reset();
    },
    send: () => client.flush(),
  };
}
