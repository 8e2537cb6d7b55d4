import { workspaceCalls } from '@portal/contract';
import { createMember } from './support/accounts.ts';
import { callApi } from './support/call-api.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expect, testWithNetwork as test } from './support/test.ts';

// @covers 8.4
test('while the API is unreachable, users stay logged in and keep what they typed, and the portal recovers', async ({
  context,
  network,
  page,
}) => {
  await createMember(context);
  await page.goto('/workspaces');
  await page.getByRole('link', { name: 'Create New Workspace' }).click();
  await page.getByLabel('Display Name').fill('Kept');

  await test.step('saving shows an error and can be retried', async () => {
    network.takeApiDown();
    await page.getByRole('button', { name: 'Create Workspace' }).click();
    await expect(page.getByText('The request timed out. It is safe to try again.')).toBeVisible();
    await expect(page.getByText('Network Error')).toBeVisible();
    await expect(page.getByLabel('Display Name')).toHaveValue('Kept');
    await expectAccessible(page, 'a save that failed');
    network.restoreApi();
    await page.getByRole('button', { name: 'Create Workspace' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Kept' })).toBeVisible();
    await expect(page.getByText('Network Error')).toBeHidden();
  });

  await test.step('a change to a card is reverted', async () => {
    await page
      .getByRole('button', { name: 'Return To Workspaces' })
      .or(page.getByRole('link', { name: 'Return To Workspaces' }))
      .click();
    const card = page.getByRole('article').filter({ hasText: 'Kept' });
    await expect(card).toBeVisible();
    network.takeApiDown();
    await card.getByRole('button', { name: /^Favourite /, pressed: false }).click();
    await expect(card.getByRole('button', { name: 'Not saved: Network Error' })).toBeVisible();
    await expect(card.getByRole('button', { name: /^Favourite /, pressed: false })).toBeVisible();
    await expectAccessible(page, 'a card that could not be changed');
  });

  await test.step('a page that fails to load offers a retry', async () => {
    await page.getByRole('link', { name: 'Billing' }).click();
    await expect(page.getByText('Your billing details could not be loaded')).toBeVisible();
    await expectAccessible(page, 'billing without the API');
    network.restoreApi();
    const again = page.getByRole('button', { name: 'Try again' });
    await again.first().click();
    await expect(page.getByLabel('First Name')).toBeVisible();
  });

  await test.step('a new visit explains that the user is not logged out, and recovers', async () => {
    network.takeApiDown();
    await page.goto('/profile');
    await expect(page.getByRole('heading', { level: 1, name: 'We can’t reach the service right now' })).toBeVisible();
    await expect(page.getByText('If you were logged in, you still are.')).toBeVisible();
    await expectAccessible(page, 'the whole portal without the API');
    network.restoreApi();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Update Your Profile' })).toBeVisible();
  });
  expect(await callApi(context, workspaceCalls.listWorkspaces)).toHaveLength(2);
});
