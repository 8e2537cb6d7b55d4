import { expect, type Page } from '@playwright/test';
import { readSecrets } from './database.ts';
import { urls } from './urls.ts';

/** Enters a card on the Stripe emulator's checkout page, which redirects back. */
export async function payWithCard(page: Page, number = '4242 4242 4242 4242'): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`^${urls.stripe}/`));
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration (MM / YY)').fill('12 / 34');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: 'Save card' }).click();
}

/** Advances the Stripe emulator's test clock for the customer with this email. */
export async function advanceStripeClock(email: string, days: number): Promise<void> {
  const response = await fetch(`${urls.stripe}/_test/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ days, email }),
  });
  if (!response.ok) throw new Error(`Could not advance the Stripe clock: ${await response.text()}`);
}

/** Does what staff can do at Stripe, by its name in the emulator, for the customer with this email. */
export async function editStripe(edit: string, email: string): Promise<void> {
  const response = await fetch(`${urls.stripe}/_test/edits`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ edit, email }),
  });
  if (!response.ok) throw new Error(`Could not edit at Stripe: ${await response.text()}`);
}

/** The ids of the customers with this email. */
export async function findStripeCustomers(email: string): Promise<string[]> {
  const { stripeKey: key } = await readSecrets();
  const response = await fetch(`${urls.stripe}/v1/customers?email=${encodeURIComponent(email)}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  if (!response.ok) throw new Error(`Could not list the customers: ${await response.text()}`);
  return ((await response.json()) as { data: { id: string }[] }).data.map(({ id }) => id);
}
