import { memberCalls } from '@portal/contract';
import type { ConsoleMessage } from '@playwright/test';
import { aMember, aWorkspace, logInAgain } from './support/accounts.ts';
import { addresses } from './support/addresses.ts';
import { ask } from './support/ask.ts';
import { expect, test } from './support/test.ts';
import { watch } from './support/watch.ts';

test('what is typed on the settings page survives the way to the instance and back, and a click meanwhile stands', async ({
  anotherContext,
  context,
  page,
}) => {
  await aMember(context);
  const workspaceId = await aWorkspace(context, { displayName: 'Ours', instanceEnvType: 'SI' });
  const colleague = await anotherContext();
  const { email } = await aMember(colleague, { nickname: 'Grace' });
  await ask(context, memberCalls.inviteMember, { params: { workspaceId }, body: { email, role: 'EDITOR' } });
  await logInAgain(colleague, email);
  const role = page.getByLabel(`Role of ${email}`);
  const refreshed = () =>
    page.waitForRequest((request) => request.url().startsWith(`${addresses.hostedApp}/refresh-auth`));
  await page.goto('/workspaces');
  await page.goto(`/workspace/${workspaceId}`);

  await test.step('a change of role opens the instance at once, though something is typed', async () => {
    await page.getByLabel('Description').fill('Precious');
    await page.getByLabel('User Email to Grant Workspace Access').fill('new@example.com');
    const [trip, back] = [refreshed(), page.waitForEvent('load')];
    await role.selectOption('APPROVER');
    await trip;
    await back;
    await expect(page).toHaveURL(`${addresses.portal}/workspace/${workspaceId}`);
    await expect(page.getByLabel('Description')).toHaveValue('Precious');
    await expect(page.getByLabel('User Email to Grant Workspace Access')).toHaveValue('new@example.com');
    await expect(role).toHaveValue('APPROVER');
    await page.getByLabel('User Email to Grant Workspace Access').fill('');
    await page.getByRole('button', { name: 'Save Workspace' }).click();
    await expect(page.getByRole('button', { name: 'Undo changes' })).toBeHidden();
  });

  await test.step('somebody who goes to the list before the change is saved ends there', async () => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/membership', async (route) => {
      await held;
      await route.continue();
    });
    const trip = refreshed();
    await role.selectOption('EDITOR');
    await page.getByRole('link', { name: 'Return To Workspaces' }).click();
    await expect(page).toHaveURL(`${addresses.portal}/workspaces`);
    const back = page.waitForEvent('load');
    answer();
    await trip;
    await back;
    await expect(page).toHaveURL(`${addresses.portal}/workspaces`);
    await expect(page.getByRole('link', { name: 'Ours' })).toBeVisible();
  });
});

test('the second of two tabs that edit one workspace is told what the first one saved, and chooses', async ({
  context,
  page,
}) => {
  await aMember(context);
  const workspaceId = await aWorkspace(context, { displayName: 'Ours' });
  const tab = await context.newPage();
  for (const each of [page, tab]) await each.goto(`/workspace/${workspaceId}`);
  await page.getByLabel('Display Name').fill('First');
  await tab.getByLabel('Display Name').fill('Second');
  await page.getByRole('button', { name: 'Save Workspace' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'First' })).toBeVisible();

  await tab.getByRole('button', { name: 'Save Workspace' }).click();
  await expect(tab.getByRole('alert')).toContainText('Display Name is now “First”.');
  await expect(tab.getByLabel('Display Name')).toHaveValue('Second');
  await tab.getByRole('button', { name: 'Keep my changes' }).click();
  await expect(tab.getByRole('heading', { level: 1, name: 'Second' })).toBeVisible();
  await expect(tab.getByRole('alert')).toBeHidden();

  await page.getByLabel('Display Name').fill('Third');
  await page.getByRole('button', { name: 'Save Workspace' }).click();
  await expect(page.getByRole('alert')).toContainText('Display Name is now “Second”.');
  await page.getByRole('button', { name: 'Use saved version' }).click();
  await expect(page.getByLabel('Display Name')).toHaveValue('Second');
  await expect(page.getByRole('heading', { level: 1, name: 'Second' })).toBeVisible();
});

test('one step back after deleting a workspace leads to where somebody was before, and its other pages to the list', async ({
  context,
  page,
}) => {
  await aMember(context);
  const workspaceId = await aWorkspace(context, { displayName: 'Ours' });
  await page.goto('/billing');
  await page.goto(`/workspace/${workspaceId}/tokens`);
  await page.getByRole('link', { name: 'Workspace settings' }).click();
  await page.getByRole('button', { name: 'Delete Workspace' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Type the name of the workspace').fill('Ours');
  await dialog.getByRole('button', { name: 'Delete Workspace' }).click();
  await expect(page.getByText('Ours was deleted.')).toBeVisible();

  await page.goBack();
  await expect(page.getByText('Ours was deleted.')).toBeVisible();
  await expect(page).toHaveURL(`${addresses.portal}/workspaces`);
  await page.goBack();
  await expect(page).toHaveURL(`${addresses.portal}/billing`);
});

const isOffline = (message: ConsoleMessage) =>
  /net::ERR_INTERNET_DISCONNECTED|dynamically imported module|error boundary/.test(message.text());

/** A browser complains of what it can't load without a network, and React of the page that failed for it. */
const testOffline = test.extend({
  context: async ({ browser }, use) => {
    const context = await browser.newContext();
    const faults = watch(context, isOffline);
    await use(context);
    await context.close();
    expect(faults).toEqual([]);
  },
});

testOffline('a page that the connection was lost for loads once the network is back', async ({ context, page }) => {
  await aMember(context);
  await aWorkspace(context, { displayName: 'Ours' });
  await page.goto('/workspaces');
  await expect(page.getByRole('link', { name: 'Ours' })).toBeVisible();
  await page.waitForLoadState('networkidle');

  await context.setOffline(true);
  await page.getByRole('link', { name: 'Billing' }).click();
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Update Your Billing Information' })).toBeVisible();
  await expect(page).toHaveURL(`${addresses.portal}/billing`);
});
