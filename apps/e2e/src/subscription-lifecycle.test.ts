import type { Page } from '@playwright/test';
import { createMember, portalHeaders } from './support/accounts.ts';
import { findEmail } from './support/inbox.ts';
import { advanceStripeClock, payWithCard } from './support/stripe.ts';
import { expect, test } from './support/test.ts';

/** Stripe's events reach the API shortly after its clock was advanced. */
async function expectTier(page: Page, tier: string): Promise<void> {
  await expect(async () => {
    await page.goto('/workspaces');
    await expect(page.getByText(tier)).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
}

async function enterCard(page: Page, number = '4242 4242 4242 4242'): Promise<void> {
  await page.getByRole('link', { name: 'Add / Update Payment Details' }).click();
  await payWithCard(page, number);
  await expect(page.getByText(`Visa •••• ${number.slice(-4)}, 12/34`)).toBeVisible();
}

// @covers 4.subscription-tier.3
test('a trial with a card becomes a monthly subscription, and the address and tax number can be changed', async ({
  context,
  page,
}) => {
  const { email } = await createMember(context);
  await expectTier(page, '30-DAY FREE TRIAL');
  await page.goto('/billing');
  await enterCard(page);
  await advanceStripeClock(email, 31);
  await expectTier(page, 'MONTHLY SUBSCRIPTION');

  await page.goto('/billing');
  await expect(page.getByText('$49.00 per month')).toBeVisible();
  await expect(page.getByText(/^\$49\.00 on /)).toBeVisible();
  await expect(page.getByText('Visa ending in 4242 will be charged.')).toBeVisible();
  const invoice = page.getByRole('region', { name: 'Latest invoices' }).getByRole('listitem').first();
  await expect(invoice).toContainText('Paid');
  const pdfUrl = (await invoice.getByRole('link').getAttribute('href')) ?? '';
  const pdf = await page.request.get(pdfUrl, { headers: portalHeaders });
  expect(pdf.headers()['content-type']).toBe('application/pdf');
  const save = async (line: string, taxNumber: string) => {
    await page.getByLabel('Address Line 1').fill(line);
    await page.getByLabel('Zip code').fill('10115');
    await page.getByLabel('City').fill('Berlin');
    await page.getByRole('combobox', { name: 'Country' }).fill('germ');
    await page.getByRole('option', { name: 'Germany' }).click();
    await page.getByLabel('Tax Identification Number').fill(taxNumber);
    await page.getByRole('button', { name: 'Save Billing Details' }).click();
  };
  const expectSaved = async (line: string, taxNumber: string) => {
    await expect(page.getByRole('button', { name: 'Undo changes' })).toBeHidden();
    await page.reload();
    await page.getByRole('button', { name: 'Edit the billing details' }).click();
    await expect(page.getByLabel('Address Line 1')).toHaveValue(line);
    await expect(page.getByLabel('Tax Identification Number')).toHaveValue(taxNumber);
  };
  await save('Invalidenstraße 1', 'DE123456789');
  await expectSaved('Invalidenstraße 1', 'DE123456789');
  await save('Chausseestraße 2', 'DE987654321');
  await expectSaved('Chausseestraße 2', 'DE987654321');
});

// @covers 2.billing-page.4
test('a trial without a card is paused at its end and resumed by adding a card', async ({ context, page }) => {
  const { email } = await createMember(context);
  await expectTier(page, '30-DAY FREE TRIAL');
  await advanceStripeClock(email, 28);
  await findEmail(email, / trial ends on /);
  await advanceStripeClock(email, 3);
  await findEmail(email, / subscription is paused$/);
  await expectTier(page, 'Your subscription is paused because the trial ended without payment details.');
  await expect(page.getByText('FREE SUBSCRIPTION')).toBeVisible();
  await page.getByRole('link', { name: 'Add payment details' }).click();
  await enterCard(page);
  await expectTier(page, 'MONTHLY SUBSCRIPTION');
  await findEmail(email, / subscription has resumed$/);
});

test('a failed payment is shown and can be paid with another card', async ({ context, page }) => {
  const { email } = await createMember(context);
  await expectTier(page, '30-DAY FREE TRIAL');
  await page.goto('/billing');
  await enterCard(page, '4000 0000 0000 0341');
  await advanceStripeClock(email, 31);
  await expectTier(page, 'Your last payment failed.');
  await findEmail(email, /^Your payment to .+ failed$/);
  await page.getByRole('link', { name: 'Check payment details' }).click();
  await expect(page.getByText('Payment failed', { exact: true })).toBeVisible();
  await enterCard(page);
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'View Your Invoices' }).click();
  const invoices = await opened;
  await invoices.getByRole('button', { name: 'Pay now' }).click();
  await expect(invoices.getByRole('cell', { name: 'open' })).toBeHidden();
  await invoices.close();
  await expect(async () => {
    await expectTier(page, 'MONTHLY SUBSCRIPTION');
    await expect(page.getByText('Your last payment failed.')).toBeHidden({ timeout: 500 });
  }).toPass({ timeout: 30_000 });
});
