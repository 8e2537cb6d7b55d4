import type { Page } from '@playwright/test';
import { authTokenCalls, accountLockCalls, adminCalls, workspaceCalls } from '@portal/contract';
import { urls } from './support/urls.ts';
import { createMember, createStaffMember, createWorkspace } from './support/accounts.ts';
import { callApi, sendCall } from './support/call-api.ts';
import { clickAndConfirm } from './support/click-and-confirm.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { linkFromEmail } from './support/inbox.ts';
import { newEmail } from './support/user-flows.ts';
import { expect, test } from './support/test.ts';

/** Opens the admin page and searches by keyboard. */
async function search(page: Page, text: string): Promise<void> {
  await page.goto('/workspace-admin');
  const box = page.getByRole('searchbox', { name: 'Search users and workspaces' });
  await expect(box).toBeVisible();
  await page.keyboard.press('/');
  await expect(box).toBeFocused();
  await page.keyboard.type(text);
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

// @covers 1.3
test('staff find users and workspaces, see their state and help them', async ({ anotherContext, context, page }) => {
  const staff = await createStaffMember(context);
  const memberContext = await anotherContext();
  const { email, id: userId } = await createMember(memberContext, { firstName: 'Zenobia', lastName: 'Quillfeather' });
  const host = newEmail('si').replace('@', '.');
  const remote = { instanceEnvType: 'PRIVATE', instanceUrl: `https://${host}` } as const;
  const workspaceId = await createWorkspace(memberContext, { displayName: 'Quill farm', ...remote });
  const deletedId = await createWorkspace(memberContext, { displayName: 'Deleted by mistake' });
  await callApi(memberContext, authTokenCalls.createAuthToken, {
    params: { workspaceId },
    body: { name: 'Deploy', expiration: '1y' },
  });
  await callApi(memberContext, workspaceCalls.deleteWorkspace, { params: { workspaceId: deletedId } });
  const body = { isQuarantined: true, reason: 'Mines coins' };
  await callApi(context, accountLockCalls.quarantineUser, { params: { userId }, body });

  await test.step('a partial name finds a user', async () => {
    await search(page, 'zenob quill');
    const results = page.getByRole('list', { name: 'Users' });
    await expect(results.getByRole('link').filter({ hasText: email })).toContainText('Quarantined');
    await expectAccessible(page, 'admin: search results');
    await page.getByRole('searchbox').focus();
    // Users of other tests with this name may come first.
    const userLink = results.getByRole('link').filter({ hasText: email });
    await expect(async () => {
      if (await userLink.evaluate((link) => link !== document.activeElement)) await page.keyboard.press('ArrowDown');
      await expect(userLink).toBeFocused({ timeout: 500 });
    }).toPass();
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Zenobia Quillfeather')).toBeVisible();
    await expect(page).toHaveURL(`${urls.portal}/workspace-admin/users/${userId}`);
  });

  await test.step('the user page shows why and by whom the user is quarantined, and lifts the quarantine', async () => {
    const notice = page.getByRole('alert');
    await expect(notice).toContainText('Quarantined: this user only sees a notice');
    await expect(notice).toContainText(`by ${staff.email}`);
    await expect(notice).toContainText('Reason: Mines coins');
    await expectAccessible(page, 'admin: the page of a quarantined user');
    await clickAndConfirm(notice.getByRole('button', { name: 'Unquarantine' }));
    await expect(page.getByText(`${email} is no longer quarantined.`)).toBeVisible();
    await expect(page.getByText('This account has no restrictions.')).toBeVisible();
  });

  await test.step('a suspension notifies the user by email and can be lifted', async () => {
    await page.getByRole('button', { name: 'Suspend...' }).click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await dialog.getByLabel('Reason').fill('Has not paid');
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await expect(page.getByText(`${email} is suspended`)).toBeVisible();
    await expect(page.getByText('Reason: Has not paid')).toBeVisible();
    // The button that started the suspension is removed, so the heading takes the focus.
    await expect(heading(page, 'Zenobia Quillfeather')).toBeFocused();
    expect(await linkFromEmail(email, /is paused$/)).toBe(`${urls.portal}/suspension-notice`);
    await page.getByRole('tab', { name: 'Audit log' }).click();
    await expect(page.getByRole('table', { name: 'Audit log' })).toContainText(staff.email);
    await expectAccessible(page, 'admin: the audit log of a suspended user');
    await clickAndConfirm(page.getByRole('button', { name: 'Unsuspend' }));
    await expect(page.getByText('This account has no restrictions.')).toBeVisible();
    for (const tab of ['API tokens', 'Sessions']) {
      await page.getByRole('tab', { name: tab }).click();
      await expect(page.getByRole('table', { name: tab })).not.toHaveAttribute('aria-busy');
      await expectAccessible(page, `admin: ${tab} of a user`);
    }
  });

  await test.step('the owner of an instance is found by its URL', async () => {
    await search(page, host);
    await page.getByRole('list', { name: 'Workspaces' }).getByRole('link', { name: 'Quill farm' }).click();
    await expect(heading(page, 'Quill farm')).toBeVisible();
    await expect(page.getByText(`https://${host}`)).toBeVisible();
    await expectAccessible(page, 'admin: the page of a workspace');
    await page
      .getByRole('term')
      .filter({ hasText: /^Owner$/ })
      .locator('+ dd')
      .getByRole('link')
      .click();
    await expect(heading(page, 'Zenobia Quillfeather')).toBeVisible();
  });

  await test.step('a deleted workspace is restored', async () => {
    await page.getByRole('link', { name: 'Deleted by mistake' }).click();
    await expect(page.getByRole('alert')).toContainText('can be restored until');
    await expectAccessible(page, 'admin: a deleted workspace');
    await clickAndConfirm(page.getByRole('alert').getByRole('button'));
    await expect(page.getByRole('alert')).toHaveCount(0);
    // The suspension revoked the user's sessions, so staff check that the workspace is restored.
    const found = await callApi(context, adminCalls.getWorkspaceForStaff, { params: { workspaceId: deletedId } });
    expect(found.deletedAt).toBeNull();
  });
});

// @covers 6.6
test('users who are not staff cannot search or open admin pages, also by the API', async ({ context, page }) => {
  const { id: userId } = await createMember(context);
  const workspaceId = await createWorkspace(context);
  for (const path of ['?q=ada', `/users/${userId}`, `/workspaces/${workspaceId}`]) {
    await page.goto(`/workspace-admin${path}`);
    await expect(page, path).toHaveURL(`${urls.portal}/workspaces`);
  }
  const query = { query: 'ada' };
  const rejected = await Promise.all([
    sendCall(context, adminCalls.searchUsers, { query }),
    sendCall(context, adminCalls.searchWorkspaces, { query }),
    sendCall(context, adminCalls.getUserForStaff, { params: { userId } }),
    sendCall(context, adminCalls.getWorkspaceForStaff, { params: { workspaceId } }),
  ]);
  expect(rejected.map((response) => response.status())).toEqual([403, 403, 403, 403]);
});
