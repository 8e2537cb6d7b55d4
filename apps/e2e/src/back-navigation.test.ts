import { memberCalls } from '@portal/contract';
import { urls } from './support/urls.ts';
import { createMember, createWorkspace, acceptInvitations } from './support/accounts.ts';
import { callApi } from './support/call-api.ts';
import { expect, test } from './support/test.ts';

test('going back from an instance leads to the page before it', async ({ anotherContext, context, page }) => {
  await createMember(context);
  const workspaceId = await createWorkspace(context, { displayName: 'Ours', instanceEnvType: 'SI' });
  const colleague = await anotherContext();
  const { email } = await createMember(colleague, { nickname: 'Grace' });
  await callApi(context, memberCalls.inviteMember, { params: { workspaceId }, body: { email, role: 'EDITOR' } });
  await acceptInvitations(colleague, email);
  const list = page.getByRole('searchbox', { name: 'Search workspaces' });
  const atInstance = (url: URL) => url.href.startsWith(urls.hostedApp);
  await page.goto('/workspaces');

  await test.step('from an opened workspace to the list', async () => {
    await page.getByRole('link', { name: 'Ours' }).click();
    await page.waitForURL(atInstance);
    await page.goBack();
    await expect(page).toHaveURL(`${urls.portal}/workspaces`);
    await expect(list).toBeVisible();
  });

  await test.step('from the settings, after two trips to the instance, through the settings to the list', async () => {
    await page.getByRole('button', { name: 'Ours actions' }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    const role = page.getByLabel(`Role of ${email}`);
    for (const next of ['APPROVER', 'EDITOR']) {
      const returned = page.waitForEvent('load');
      await role.selectOption(next);
      await returned;
      await expect(page).toHaveURL(`${urls.portal}/workspace/${workspaceId}`);
      await expect(role).toHaveValue(next);
    }
    await page.goBack();
    await expect(page).toHaveURL(`${urls.portal}/workspace/${workspaceId}`);
    await expect(role).toHaveValue('EDITOR');
    await page.goBack();
    await expect(page).toHaveURL(`${urls.portal}/workspaces`);
    await expect(list).toBeVisible();
  });

  await test.step('from an unavailable instance to the settings', async () => {
    await page.getByRole('button', { name: 'Ours actions' }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    const role = page.getByLabel(`Role of ${email}`);
    await context.route(`${urls.hostedApp}/refresh-auth*`, (route) =>
      // Status 200, because the browser logs a 502 as an error.
      route.fulfill({ body: 'The instance is down' }),
    );
    await role.selectOption('APPROVER');
    await expect(page.getByText('The instance is down')).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(`${urls.portal}/workspace/${workspaceId}`);
    await expect(role).toHaveValue('APPROVER');
    await expect(page.getByText('The change is saved, but we couldn’t tell the workspace')).toBeVisible();
  });
});
