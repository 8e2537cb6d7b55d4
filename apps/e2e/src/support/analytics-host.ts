import { addresses } from './addresses.ts';

/** All that the analytics host was sent lately, by anybody: addresses, headers and bodies. */
export const receivedByAnalytics = async () => (await fetch(`${addresses.analytics}/_test/requests`)).text();

/** What a person did, as the analytics host knows it, the oldest first. */
export async function eventsOf(userId: string): Promise<string[]> {
  const answer = await fetch(`${addresses.analytics}/api/events?search=${userId}`);
  return ((await answer.json()) as { event: string }[]).map(({ event }) => event).reverse();
}

/** How often a person saw the page of a route, as the analytics host knows it. */
export async function viewsOf(userId: string, route: string): Promise<number> {
  const answer = await fetch(`${addresses.analytics}/api/events?search=${userId}`);
  const events = (await answer.json()) as { event: string; properties: Record<string, unknown> }[];
  return events.filter(({ event, properties }) => event === '$pageview' && properties['route'] === route).length;
}
