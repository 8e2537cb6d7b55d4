import { addresses } from './addresses.ts';

/** All that the analytics host was sent lately, by anybody: addresses, headers and bodies. */
export const receivedByAnalytics = async () => (await fetch(`${addresses.analytics}/_test/requests`)).text();

/** What a person did, as the analytics host knows it, the oldest first. */
export async function eventsOf(userId: string): Promise<string[]> {
  const answer = await fetch(`${addresses.analytics}/api/events?search=${userId}`);
  return ((await answer.json()) as { event: string }[]).map(({ event }) => event).reverse();
}

/** Switches a flag on for these people alone, or off for everybody. */
export async function switchFlag(name: string, people: readonly string[]): Promise<void> {
  const rule = { mode: people.length > 0 ? 'people' : 'off', people };
  const answer = await fetch(`${addresses.analytics}/api/flags`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ [name]: rule }),
  });
  if (!answer.ok) throw new Error(`The flag ${name} was not switched: ${await answer.text()}`);
}
