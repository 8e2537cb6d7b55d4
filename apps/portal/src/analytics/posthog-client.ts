import type { PortalSettings } from '@portal/contract';
import { PostHog } from 'posthog-js-lite';
import type { AnalyticsEvent, EventProperties, PageView } from './events.ts';

type Host = NonNullable<PortalSettings['analytics']>;
type FetchResponse = Awaited<ReturnType<PostHog['fetch']>>;

/** Source: specification section 9. */
const eventPrefix = 'ap-';

/** How long nothing is sent after a failed request. */
const retryDelayMs = 5 * 60_000;

/** The properties that the library may send. URLs are not among them, because they can contain personal data. */
const allowedProperties: ReadonlySet<string> = new Set([
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

/** Drops events that the host does not accept. The library always sees a successful response. */
class FireAndForgetPostHog extends PostHog {
  #pausedUntil = 0;

  override fetch(...[url, options]: Parameters<PostHog['fetch']>): Promise<FetchResponse> {
    const accepted = Promise.resolve(new Response(null, { status: 204 }));
    if (Date.now() < this.#pausedUntil) return accepted;
    // The browser completes the request after the page is unloaded. The library does not wait for the response, because
    // the next page would send events again that are still in its queue.
    void this.#send(url, options);
    return accepted;
  }

  async #send(...[url, options]: Parameters<PostHog['fetch']>): Promise<void> {
    const response = await fetch(url, { ...options, keepalive: true }).catch(() => null);
    if (!response?.ok) this.#pausedUntil = Date.now() + retryDelayMs;
  }
}

const isId = (value: string | undefined): value is string => value !== undefined && /^[\w-]{1,40}$/.test(value);

/** The path without query and hash. A parameter that is not an id, such as a typed email, stays a placeholder. */
const pathWithIds = ({ pattern, params = {} }: PageView) =>
  pattern.replace(/:(\w+)\??/g, (name, key: string) => {
    const value = params[key];
    return isId(value) ? value : name;
  });

export interface AnalyticsClient {
  track(event: AnalyticsEvent, properties: EventProperties, timestamp: Date): void;
  trackPage(page: PageView, timestamp: Date): void;
  identify(userId: string): void;
  alias(otherId: string): void;
  reset(): void;
  /** Resolves once the requests with all events have started. */
  flush(): Promise<void>;
}

/** Creates a PostHog client without feature flags, surveys, geolocation and automatically added properties. */
export function createAnalyticsClient({ url, projectKey }: Host): AnalyticsClient {
  let page: Record<string, string> = {};
  const client = new FireAndForgetPostHog(projectKey, {
    host: url,
    preloadFeatureFlags: false,
    disableRemoteFeatureFlags: true,
    disableSurveys: true,
    disableGeoip: true,
    disableCompression: true,
    // Events that wait in the queue are lost with the page, or sent twice by another tab that shares the queue.
    flushAt: 1,
    fetchRetryCount: 0,
    before_send: (event) => {
      const allowed = Object.entries(event.properties ?? {}).filter(([name]) => allowedProperties.has(name));
      return { ...event, properties: { ...Object.fromEntries(allowed), ...page } };
    },
  });
  return {
    track(event, { workspaceId }, timestamp) {
      client.capture(eventPrefix + event, isId(workspaceId) ? { workspaceId } : {}, { timestamp });
    },
    trackPage(view, timestamp) {
      const { href, pathname } = new URL(pathWithIds(view), window.location.origin);
      page = { route: view.route, pattern: view.pattern, $pathname: pathname, $current_url: href };
      client.capture('$pageview', {}, { timestamp });
    },
    identify(userId) {
      const previousId = client.getDistinctId();
      // Another user used this browser and did not log out.
      if (previousId !== userId && previousId !== client.getAnonymousId()) client.reset();
      client.identify(userId);
    },
    alias: (otherId) => client.alias(otherId),
    reset() {
      if (client.getDistinctId() !== client.getAnonymousId()) client.capture(`${eventPrefix}logged-out`);
      client.reset();
    },
    flush: () => client.flush(),
  };
}
