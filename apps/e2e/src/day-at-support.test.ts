import type { Page } from '@playwright/test';
import { authTokenCalls, lockOutCalls, supportCalls, workspaceCalls } from '@portal/contract';
import { addresses } from './support/addresses.ts';
import { aMember, aStaffMember, aWorkspace } from './support/accounts.ts';
import { ask, send } from './support/ask.ts';
import { clickTwice } from './support/click-twice.ts';
import { examine } from './support/examine.ts';
import { linkFromMail } from './support/inbox.ts';
import { newEmail } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** From any page of staff's, by the keyboard alone. */
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
test('a day at support: people and workspaces are found, understood and helped', async ({
  anotherContext,
  context,
  page,
}) => {
  const staff = await aStaffMember(context);
  const theirs = await anotherContext();
  const { email, id: userId } = await aMember(theirs, { firstName: 'Zenobia', lastName: 'Quillfeather' });
  const host = newEmail('si').replace('@', '.');
  const remote = { instanceEnvType: 'PRIVATE', instanceUrl: `https://${host}` } as const;
  const workspaceId = await aWorkspace(theirs, { displayName: 'Quill farm', ...remote });
  const deletedId = await aWorkspace(theirs, { displayName: 'Deleted by mistake' });
  await ask(theirs, authTokenCalls.createAuthToken, {
    params: { workspaceId },
    body: { name: 'Deploy', expiration: '1y' },
  });
  await ask(theirs, workspaceCalls.deleteWorkspace, { params: { workspaceId: deletedId } });
  const body = { isQuarantined: true, reason: 'Mines coins' };
  await ask(context, lockOutCalls.quarantineUser, { params: { userId }, body });

  await test.step('“Zenobia Quill-something can’t log in”: a half-remembered name finds the account', async () => {
    await search(page, 'zenob quill');
    const results = page.getByRole('list', { name: 'Users' });
    await expect(results.getByRole('link').filter({ hasText: email })).toContainText('Quarantined');
    await examine(page, 'admin: what a search found');
    await page.getByRole('searchbox').focus();
    // Others of the name may stand before.
    const theirs = results.getByRole('link').filter({ hasText: email });
    await expect(async () => {
      if (await theirs.evaluate((link) => link !== document.activeElement)) await page.keyboard.press('ArrowDown');
      await expect(theirs).toBeFocused({ timeout: 500 });
    }).toPass();
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Zenobia Quillfeather')).toBeVisible();
    await expect(page).toHaveURL(`${addresses.portal}/workspace-admin/users/${userId}`);
  });

  await test.step('their page says why, and who did it; one button undoes it', async () => {
    const notice = page.getByRole('alert');
    await expect(notice).toContainText('Quarantined: whoever logs in to this account only sees a notice');
    await expect(notice).toContainText(`by ${staff.email}`);
    await expect(notice).toContainText('Reason: Mines coins');
    await examine(page, 'admin: somebody quarantined, their page');
    await notice.getByRole('button', { name: 'Unquarantine' }).click();
    await expect(page.getByText(`${email} is no longer quarantined.`)).toBeVisible();
    await expect(page.getByText('Nothing keeps this person out of the portal.')).toBeVisible();
  });

  await test.step('they are suspended with a reason, told by mail, and let in again', async () => {
    await page.getByRole('button', { name: 'Suspend...' }).click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await dialog.getByLabel('Reason').fill('Has not paid');
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await expect(page.getByText(`${email} is suspended`)).toBeVisible();
    await expect(page.getByText('Reason: Has not paid')).toBeVisible();
    // The button that began it is gone.
    await expect(heading(page, 'Zenobia Quillfeather')).toBeFocused();
    expect(await linkFromMail(email, /is paused$/)).toBe(`${addresses.portal}/suspension-notice`);
    await page.getByRole('tab', { name: 'Audit trail' }).click();
    await expect(page.getByRole('table', { name: 'Audit trail' })).toContainText(staff.email);
    await examine(page, 'admin: somebody suspended, their audit trail');
    await page.getByRole('button', { name: 'Unsuspend' }).click();
    await expect(page.getByText('Nothing keeps this person out of the portal.')).toBeVisible();
    for (const tab of ['API tokens', 'Sessions']) {
      await page.getByRole('tab', { name: tab }).click();
      await expect(page.getByRole('table', { name: tab })).not.toHaveAttribute('aria-busy');
      await examine(page, `admin: ${tab} of a person`);
    }
  });

  await test.step('the owner of an instance is found by its address', async () => {
    await search(page, host);
    await page.getByRole('list', { name: 'Workspaces' }).getByRole('link', { name: 'Quill farm' }).click();
    await expect(heading(page, 'Quill farm')).toBeVisible();
    await expect(page.getByText(`https://${host}`)).toBeVisible();
    await examine(page, 'admin: the page of a workspace');
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
    await examine(page, 'admin: a deleted workspace');
    await clickTwice(page.getByRole('alert').getByRole('button'));
    await expect(page.getByRole('alert')).toHaveCount(0);
    // The suspension ended their sessions; staff see the workspace of theirs again.
    const found = await ask(context, supportCalls.getWorkspaceForStaff, { params: { workspaceId: deletedId } });
    expect(found.deletedAt).toBeNull();
  });
});

// @covers 6.6
test('to everybody else the search and the pages are closed, by the API too', async ({ context, page }) => {
  const { id: userId } = await aMember(context);
  const workspaceId = await aWorkspace(context);
  for (const path of ['?q=ada', `/users/${userId}`, `/workspaces/${workspaceId}`]) {
    await page.goto(`/workspace-admin${path}`);
    await expect(page, path).toHaveURL(`${addresses.portal}/workspaces`);
  }
  const query = { query: 'ada' };
  const refused = await Promise.all([
    send(context, supportCalls.searchUsers, { query }),
    send(context, supportCalls.searchWorkspaces, { query }),
    send(context, supportCalls.getUserForStaff, { params: { userId } }),
    send(context, supportCalls.getWorkspaceForStaff, { params: { workspaceId } }),
  ]);
  expect(refused.map((response) => response.status())).toEqual([403, 403, 403, 403]);
});
