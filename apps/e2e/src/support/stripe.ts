import { expect, type Page } from '@playwright/test';
import { addresses } from './addresses.ts';

/** Enters a card on Stripe's page, which sends the browser back. */
export async function payWithCard(page: Page, number = '4242 4242 4242 4242'): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`^${addresses.stripe}/`));
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration (MM / YY)').fill('12 / 34');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: 'Save card' }).click();
}
