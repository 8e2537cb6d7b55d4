import type { Page } from '@playwright/test';
import { aMember } from './support/accounts.ts';
import { payWithCard } from './support/stripe.ts';
import { moveStripeClock } from './support/stripe-clock.ts';
import { expect, test } from './support/test.ts';

/** Stripe tells the API a little after its clock was moved. */
async function seesTier(page: Page, tier: string): Promise<void> {
  await expect(async () => {
    await page.goto('/workspaces');
    await expect(page.getByText(tier)).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
}

async function enterCard(page: Page, number?: string): Promise<void> {
  await page.getByRole('link', { name: 'Add / Update Payment Details' }).click();
  await payWithCard(page, number);
  await expect(page.getByText('Payment details are set')).toBeVisible();
}

// @covers 4.subscription-tier.3
test('a trial with a card becomes the monthly subscription, and address and tax number can be changed', async ({
  context,
  page,
}) => {
  const { email } = await aMember(context);
  await seesTier(page, '30-DAY FREE TRIAL');
  await page.goto('/billing');
  await enterCard(page);
  await moveStripeClock(email, 31);
  await seesTier(page, 'MONTHLY SUBSCRIPTION');

  await page.goto('/billing');
  const save = async (line: string, taxNumber: string) => {
    await page.getByLabel('Address Line 1').fill(line);
    await page.getByLabel('Zip code').fill('10115');
    await page.getByLabel('City').fill('Berlin');
    await page.getByLabel('Country').fill('germ');
    await page.getByRole('option', { name: 'Germany' }).click();
    await page.getByLabel('Tax Identification Number').fill(taxNumber);
    await page.getByRole('button', { name: 'Save Billing Details' }).click();
  };
  const isKept = async (line: string, taxNumber: string) => {
    await expect(page.getByRole('button', { name: 'Undo changes' })).toBeHidden();
    await page.reload();
    await expect(page.getByLabel('Address Line 1')).toHaveValue(line);
    await expect(page.getByLabel('Tax Identification Number')).toHaveValue(taxNumber);
  };
  await save('Invalidenstraße 1', 'DE123456789');
  await isKept('Invalidenstraße 1', 'DE123456789');
  await save('Chausseestraße 2', 'DE987654321');
  await isKept('Chausseestraße 2', 'DE987654321');
});

// @covers 2.billing-page.4
test('a trial without a card is paused at its end, and resumed by a card', async ({ context, page }) => {
  const { email } = await aMember(context);
  await seesTier(page, '30-DAY FREE TRIAL');
  await moveStripeClock(email, 31);
  await seesTier(page, 'Your subscription is paused because the trial ended without payment details.');
  await expect(page.getByText('FREE SUBSCRIPTION')).toBeVisible();
  await page.getByRole('link', { name: 'Add payment details' }).click();
  await enterCard(page);
  await seesTier(page, 'MONTHLY SUBSCRIPTION');
});

test('a payment that failed is told, and made up for with another card', async ({ context, page }) => {
  const { email } = await aMember(context);
  await seesTier(page, '30-DAY FREE TRIAL');
  await page.goto('/billing');
  await enterCard(page, '4000 0000 0000 0341');
  await moveStripeClock(email, 31);
  await seesTier(page, 'Your last payment failed.');
  await page.getByRole('link', { name: 'Check payment details' }).click();
  await enterCard(page);
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'View Your Invoices' }).click();
  const invoices = await opened;
  await invoices.getByRole('button', { name: 'Pay now' }).click();
  await expect(invoices.getByRole('cell', { name: 'open' })).toBeHidden();
  await invoices.close();
  await expect(async () => {
    await seesTier(page, 'MONTHLY SUBSCRIPTION');
    await expect(page.getByText('Your last payment failed.')).toBeHidden({ timeout: 500 });
  }).toPass({ timeout: 30_000 });
});
