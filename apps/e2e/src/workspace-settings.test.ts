import { memberCalls } from '@portal/contract';
import type { ConsoleMessage } from '@playwright/test';
import { createMember, createWorkspace, acceptInvitations } from './support/accounts.ts';
import { urls } from './support/urls.ts';
import { callApi } from './support/call-api.ts';
import { expect, test } from './support/test.ts';
import { collectBrowserErrors } from './support/browser-errors.ts';

test('typed values survive the trip to the instance, and a navigation before the trip is kept', async ({
  anotherContext,
  context,
  page,
}) => {
  await createMember(context);
  const workspaceId = await createWorkspace(context, { displayName: 'Ours', instanceEnvType: 'SI' });
  const colleague = await anotherContext();
  const { email } = await createMember(colleague, { nickname: 'Grace' });
  await callApi(context, memberCalls.inviteMember, { params: { workspaceId }, body: { email, role: 'EDITOR' } });
  await acceptInvitations(colleague, email);
  const role = page.getByLabel(`Role of ${email}`);
  const waitForRefresh = () =>
    page.waitForRequest((request) => request.url().startsWith(`${urls.hostedApp}/refresh-auth`));
  await page.goto('/workspaces');
  await page.goto(`/workspace/${workspaceId}`);

  await test.step('a role change visits the instance immediately, also with unsaved changes', async () => {
    await page.getByLabel('Description').fill('Precious');
    await page.getByLabel('User Email to Grant Workspace Access').fill('new@example.com');
    const [refresh, returned] = [waitForRefresh(), page.waitForEvent('load')];
    await role.selectOption('APPROVER');
    await refresh;
    await returned;
    await expect(page).toHaveURL(`${urls.portal}/workspace/${workspaceId}`);
    await expect(page.getByLabel('Description')).toHaveValue('Precious');
    await expect(page.getByLabel('User Email to Grant Workspace Access')).toHaveValue('new@example.com');
    await expect(role).toHaveValue('APPROVER');
    await expect(page.getByRole('group', { name: 'Last change' })).toHaveText(`${email} is now Approver`);
    await page.getByLabel('User Email to Grant Workspace Access').fill('');
    await page.getByRole('button', { name: 'Save Workspace' }).click();
    await expect(page.getByRole('button', { name: 'Undo changes' })).toBeHidden();
  });

  await test.step('a user who opens the list before the change is saved returns to the list', async () => {
    let releaseResponse = () => {};
    const responseReleased = new Promise<void>((resolve) => (releaseResponse = resolve));
    await page.route('**/membership', async (route) => {
      await responseReleased;
      await route.continue();
    });
    const refresh = waitForRefresh();
    await role.selectOption('EDITOR');
    await page.getByRole('link', { name: 'Return To Workspaces' }).click();
    await expect(page).toHaveURL(`${urls.portal}/workspaces`);
    const returned = page.waitForEvent('load');
    releaseResponse();
    await refresh;
    await returned;
    await expect(page).toHaveURL(`${urls.portal}/workspaces`);
    await expect(page.getByRole('link', { name: 'Ours' })).toBeVisible();
  });
});

test('when two tabs edit a workspace, the second one shows what the first one saved and offers a choice', async ({
  context,
  page,
}) => {
  await createMember(context);
  const workspaceId = await createWorkspace(context, { displayName: 'Ours' });
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

test('going back after deleting a workspace skips the pages of the deleted workspace', async ({ context, page }) => {
  await createMember(context);
  const workspaceId = await createWorkspace(context, { displayName: 'Ours' });
  await page.goto('/billing');
  await page.goto(`/workspace/${workspaceId}/tokens`);
  await page.getByRole('link', { name: 'Workspace settings' }).click();
  await page.getByRole('button', { name: 'Delete Workspace' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Type the workspace name to confirm').fill('Ours');
  await dialog.getByRole('button', { name: 'Delete Workspace' }).click();
  await expect(page.getByText('Ours was deleted.')).toBeVisible();

  await page.goBack();
  await expect(page.getByText('Ours was deleted.')).toBeVisible();
  await expect(page).toHaveURL(`${urls.portal}/workspaces`);
  await page.goBack();
  await expect(page).toHaveURL(`${urls.portal}/billing`);
});

const isExpectedOfflineError = (message: ConsoleMessage) =>
  /net::ERR_INTERNET_DISCONNECTED|dynamically imported module|error boundary/.test(message.text());

/** Ignores the errors that the browser and React log while the network is offline. */
const testOffline = test.extend({
  context: async ({ browser }, use) => {
    const context = await browser.newContext();
    const errors = collectBrowserErrors(context, isExpectedOfflineError);
    await use(context);
    await context.close();
    expect(errors).toEqual([]);
  },
});

testOffline('a page that failed to load offline loads when the network is back', async ({ context, page }) => {
  await createMember(context);
  await createWorkspace(context, { displayName: 'Ours' });
  await page.goto('/workspaces');
  await expect(page.getByRole('link', { name: 'Ours' })).toBeVisible();
  await page.waitForLoadState('networkidle');

  await context.setOffline(true);
  await page.getByRole('link', { name: 'Billing' }).click();
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Update Your Billing Information' })).toBeVisible();
  await expect(page).toHaveURL(`${urls.portal}/billing`);
});
