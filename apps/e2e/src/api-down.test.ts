import { workspaceCalls } from '@portal/contract';
import { aMember } from './support/accounts.ts';
import { ask } from './support/ask.ts';
import { examine } from './support/examine.ts';
import { expect, testWithNetwork as test } from './support/test.ts';

// @covers 8.4
test('the API can’t be reached: nobody is logged out, nothing typed is lost, and it goes on by itself afterwards', async ({
  context,
  network,
  page,
}) => {
  await aMember(context);
  await page.goto('/workspaces');
  await page.getByRole('link', { name: 'Create New Workspace' }).click();
  await page.getByLabel('Display Name').fill('Kept');

  await test.step('a save says so, and can be tried again', async () => {
    network.cutOffApi();
    await page.getByRole('button', { name: 'Create Workspace' }).click();
    await expect(page.getByText('No answer came. Try again: nothing is made twice.')).toBeVisible();
    await expect(page.getByText('Network Error')).toBeVisible();
    await expect(page.getByLabel('Display Name')).toHaveValue('Kept');
    await examine(page, 'a save that failed');
    network.bringApiBack();
    await page.getByRole('button', { name: 'Create Workspace' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Kept' })).toBeVisible();
    await expect(page.getByText('Network Error')).toBeHidden();
  });

  await test.step('a change of a card is taken back', async () => {
    await page
      .getByRole('button', { name: 'Return To Workspaces' })
      .or(page.getByRole('link', { name: 'Return To Workspaces' }))
      .click();
    const card = page.getByRole('article').filter({ hasText: 'Kept' });
    await expect(card).toBeVisible();
    network.cutOffApi();
    await card.getByRole('button', { name: 'Set Favourite' }).click();
    await expect(card.getByRole('button', { name: 'Not saved: Network Error' })).toBeVisible();
    await expect(card.getByRole('button', { name: 'Set Favourite' })).toBeVisible();
    await examine(page, 'a card that could not be changed');
  });

  await test.step('a page that can’t be loaded offers to try again', async () => {
    await page.getByRole('link', { name: 'Billing' }).click();
    await expect(page.getByText('Your billing details could not be loaded')).toBeVisible();
    await examine(page, 'billing without the API');
    network.bringApiBack();
    const again = page.getByRole('button', { name: 'Try again' });
    await again.first().click();
    await expect(page.getByLabel('First Name')).toBeVisible();
  });

  await test.step('a visit says that it is not a logout, and goes on', async () => {
    network.cutOffApi();
    await page.goto('/profile');
    await expect(page.getByRole('heading', { level: 1, name: 'We can’t reach the service right now' })).toBeVisible();
    await expect(page.getByText('If you were logged in, you still are.')).toBeVisible();
    await examine(page, 'the whole portal without the API');
    network.bringApiBack();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Update Your Profile' })).toBeVisible();
  });
  expect(await ask(context, workspaceCalls.listWorkspaces)).toHaveLength(2);
});
