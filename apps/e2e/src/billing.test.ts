import type { ActiveSubscription } from '@portal/contract';
import { urls } from './support/urls.ts';
import { createMember } from './support/accounts.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { payWithCard } from './support/stripe.ts';
import { expect, test } from './support/test.ts';

test('a user edits billing details, has a card declined, adds another card and opens the invoices', async ({
  context,
  page,
}) => {
  await createMember(context, { firstName: 'Ada', lastName: 'O’Brien' });
  await page.goto('/workspaces');
  await page.getByRole('link', { name: 'Billing' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Update Your Billing Information' })).toBeVisible();
  await expect(page.getByLabel('First Name')).toHaveValue('Ada');
  await expect(page.getByText('No payment details yet')).toBeVisible();
  await expectAccessible(page, 'billing');

  await test.step('a missing required value shows an error at its field', async () => {
    await page.getByLabel('Company Legal Name').fill('Acme & Co. (李)');
    await page.getByLabel('City').fill(' ');
    await page.getByLabel('Zip code').focus();
    await expect(page.getByText('This field is required')).toBeVisible();
    await expectAccessible(page, 'billing with an error');
  });

  await test.step('saved details are the same after a reload', async () => {
    await page.getByLabel('Address Line 1').fill('1 Rue de l’Église');
    await page.getByLabel('Zip code').fill('H2Y 1C6');
    await page.getByLabel('City').fill('Montréal');
    await page.getByRole('combobox', { name: 'Country' }).fill('cana');
    await page.getByRole('option', { name: 'Canada' }).click();
    await page.getByRole('button', { name: 'Save Billing Details' }).click();
    await expect(page.getByRole('button', { name: 'Undo changes' })).toBeHidden();
    await page.reload();
    await expect(page.getByText('H2Y 1C6 Montréal')).toBeVisible();
    await expectAccessible(page, 'billing with a summary of the details');
    await page.getByRole('button', { name: 'Edit the billing details' }).click();
    await expect(page.getByLabel('Company Legal Name')).toHaveValue('Acme & Co. (李)');
    await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('Canada');
  });

  await test.step('a card is declined, and another one is added', async () => {
    const payment = page.getByRole('link', { name: 'Add / Update Payment Details' });
    await payment.click();
    await payWithCard(page, '4000 0000 0000 0002');
    await expect(page.getByLabel('Card number')).toHaveAccessibleDescription('Your card was declined.');
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(page.getByText('Your payment details were not changed.')).toBeVisible();
    await expectAccessible(page, 'billing after a checkout that was left');
    await payment.click();
    await payWithCard(page);
    await expect(page.getByText('Visa •••• 4242, 12/34')).toBeVisible();
  });

  await test.step('the invoices open in a new tab', async () => {
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'View Your Invoices' }).click();
    const invoices = await opened;
    await expect(invoices).toHaveURL(new RegExp(`^${urls.stripe}/`));
    await expect(invoices.getByText('Card ending in 4242')).toBeVisible();
    await invoices.close();
    await expect(page.getByRole('heading', { level: 1, name: 'Update Your Billing Information' })).toBeVisible();
  });

  await test.step('the workspaces page shows the tier', async () => {
    await page.goto('/workspaces');
    await expect(page.getByText('30-DAY FREE TRIAL')).toBeVisible();
    await expect(page.getByText(/^Ends end of day /)).toBeVisible();
  });
});

test.describe('on the other side of the date line', () => {
  test.use({ timezoneId: 'Pacific/Kiritimati' });

  // @covers 4.subscription-tier.2
  test('a trial ends on the date in the user’s time zone', async ({ context, page }) => {
    await createMember(context);
    const activeSubscription: ActiveSubscription = {
      planCode: 'monthly',
      isTrial: true,
      exceededFreeTier: false,
      endingAt: '2026-12-21T12:00:00.000Z',
      state: 'trialing',
      collection: 'automatic',
      collectionResumesAt: null,
      trialEndBehavior: 'pause',
      chargedOnResume: null,
      chargedOnRestart: null,
    };
    await page.route(/\/(?:activeSubscription|attention)$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), activeSubscription } });
    });
    await page.goto('/billing');
    await expect(page.getByText('Ends end of day December 22, 2026')).toBeVisible();
    await page.getByRole('link', { name: 'Workspaces', exact: true }).click();
    await expect(page.getByText('Ends end of day December 22, 2026')).toBeVisible();
  });
});
