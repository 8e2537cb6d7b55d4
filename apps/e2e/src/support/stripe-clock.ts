import { addresses } from './addresses.ts';

/** Moves the clock of the local Stripe for the customer with this address. */
export async function moveStripeClock(email: string, days: number): Promise<void> {
  const answer = await fetch(`${addresses.stripe}/_test/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ days, email }),
  });
  if (!answer.ok) throw new Error(`Stripe’s clock was not moved: ${await answer.text()}`);
}
