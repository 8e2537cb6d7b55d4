import { urls } from './urls.ts';

/** The recent requests of all users to the PostHog emulator: URLs, headers and bodies. */
export const fetchAnalyticsRequests = async () => (await fetch(`${urls.posthog}/_test/requests`)).text();

/** The events of a user, oldest first. */
export async function fetchEvents(userId: string): Promise<string[]> {
  const response = await fetch(`${urls.posthog}/api/events?search=${userId}`);
  return ((await response.json()) as { event: string }[]).map(({ event }) => event).reverse();
}

export async function countPageViews(userId: string, route: string): Promise<number> {
  const response = await fetch(`${urls.posthog}/api/events?search=${userId}`);
  const events = (await response.json()) as { event: string; properties: Record<string, unknown> }[];
  return events.filter(({ event, properties }) => event === '$pageview' && properties['route'] === route).length;
}
