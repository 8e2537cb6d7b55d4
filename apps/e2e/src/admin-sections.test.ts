import { workspaceCalls } from '@portal/contract';
import type { Page } from '@playwright/test';
import { urls } from './support/urls.ts';
import { createMember, createStaffMember, createWorkspace } from './support/accounts.ts';
import { sendCall } from './support/call-api.ts';
import { clickAndConfirm } from './support/click-and-confirm.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { linkFromEmail } from './support/inbox.ts';
import { newEmail } from './support/user-flows.ts';
import { expect, test } from './support/test.ts';

const groupOf: Readonly<Record<string, string>> = {
  'Create workspace': 'Actions',
  'User accounts': 'Actions',
  'Workspace owner': 'Actions',
  'Account quarantine': 'Restrictions',
  'Workspace quarantine': 'Restrictions',
  Suspensions: 'Restrictions',
};

async function openSection(page: Page, name: string): Promise<void> {
  const nav = page.getByRole('navigation', { name: 'Admin sections' });
  const link = nav.getByRole('link', { name });
  const group = groupOf[name];
  if (group !== undefined) await nav.getByRole('link', { name: group }).click();
  await link.click();
  await expect(link).toHaveAttribute('aria-current', 'page');
}

/** Shows more rows until the user's is visible: the latest sign-up is last, and other tests sign users up too. */
async function showReportRow(page: Page, text: string): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: text });
  await expect(async () => {
    if (await row.isVisible()) return;
    await page.getByRole('button', { name: 'Show more' }).click({ timeout: 1_000 });
    await expect(row).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
}

test('the groups of sections of the admin page are in one row at 1024 pixels', async ({ context, page }) => {
  await createStaffMember(context);
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto('/workspace-admin');
  const links = page.getByRole('navigation', { name: 'Admin sections' }).getByRole('link');
  await expect(links).toHaveCount(5);
  const rowCount = () =>
    links.evaluateAll((elements) => new Set(elements.map((element) => element.getBoundingClientRect().top)).size);
  await expect.poll(rowCount).toBe(1);
});

// @covers 0.2 1.3
test('staff look up a user and a workspace, lock and unlock both, and read the sign-up report', async ({
  anotherContext,
  context,
  page,
}) => {
  await createStaffMember(context);
  const memberContext = await anotherContext();
  const { email, id: userId } = await createMember(memberContext, { firstName: 'Mallory', lastName: 'Miner' });
  const workspaceId = await createWorkspace(memberContext, { displayName: 'Of Mallory' });

  await test.step('the menu leads to the admin page', async () => {
    await page.goto('/workspaces');
    await page.getByRole('button', { name: /^Hi / }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Profile', 'Admin', 'Log out']);
    await expectAccessible(page, 'the menu of staff');
    await page.getByRole('menuitem', { name: 'Admin' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Admin' })).toBeVisible();
    await expect(page.getByText('Search for a user or a workspace')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Newest signups' })).toBeVisible();
    await expectAccessible(page, 'admin: home');
  });

  await test.step('a workspace is created for a user without an account, who is notified by email', async () => {
    const invited = newEmail('ingrid');
    await openSection(page, 'Create workspace');
    await expectAccessible(page, 'admin: create workspace');
    await expect(page.getByRole('button', { name: 'Create by email' })).toBeDisabled();
    await page.getByLabel('User email').fill(invited);
    await page.getByRole('button', { name: 'Create by email' }).click();
    await expect(page.getByText(`Workspace created for ${invited}`)).toBeVisible();
    expect(await linkFromEmail(invited, /workspace/i)).toContain(urls.portal);
    await page.getByRole('textbox', { name: 'User ID' }).fill('unknown');
    await page.getByRole('button', { name: 'Create by user ID' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessible(page, 'admin: a created and a rejected workspace');
  });

  await test.step('a user is looked up, quarantined with a reason, and released', async () => {
    await openSection(page, 'User accounts');
    await page.getByLabel('User email').fill(email);
    await page.getByRole('button', { name: 'Look up' }).click();
    const row = page.getByRole('row', { name: userId });
    await expect(row).toContainText(email);
    await row.getByRole('button', { name: /^Actions for / }).click();
    await page.getByRole('menuitem', { name: 'Quarantine...' }).click();
    await page.getByLabel('Reason').fill('Mines coins');
    await expectAccessible(page, 'admin: before a quarantine');
    await page.getByRole('button', { name: 'Quarantine', exact: true }).click();
    await expect(row).toContainText('Mines coins');
    expect((await sendCall(memberContext, workspaceCalls.listWorkspaces)).status()).toBe(401);
    await expectAccessible(page, 'admin: a quarantined user');
    await openSection(page, 'Account quarantine');
    await clickAndConfirm(page.getByRole('button', { name: `Unquarantine ${email}` }));
    await expect(page.getByText(`${email} is no longer quarantined`)).toBeVisible();
    await expectAccessible(page, 'admin: account quarantine');
  });

  await test.step('a user is suspended and unsuspended', async () => {
    await openSection(page, 'Suspensions');
    await page.getByLabel('User email').fill(email);
    await page.getByRole('button', { name: 'Suspend by email', exact: true }).click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await dialog.getByLabel('Reason').fill('Has not paid');
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await expect(page.getByRole('row', { name: email })).toContainText('Has not paid');
    await expectAccessible(page, 'admin: suspensions');
    await clickAndConfirm(page.getByRole('button', { name: `Unsuspend ${email}` }));
    await expect(page.getByRole('row', { name: email })).toHaveCount(0);
  });

  await test.step('a workspace is quarantined, and its owner is looked up', async () => {
    await openSection(page, 'Workspace quarantine');
    await page.getByLabel('Workspace ID').fill(workspaceId);
    await page.getByRole('button', { name: 'Quarantine', exact: true }).click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await expect(dialog).toContainText('Of Mallory');
    await dialog.getByLabel('Reason').fill('Mines coins');
    await expectAccessible(page, 'admin: before the quarantine of a workspace');
    await dialog.getByRole('button', { name: 'Quarantine' }).click();
    await expect(page.getByText(`Of Mallory, owned by ${email}, is now quarantined.`)).toBeVisible();
    await expect(page.getByRole('row', { name: workspaceId })).toContainText('Mines coins');
    await expectAccessible(page, 'admin: workspace quarantine');
    await openSection(page, 'Workspace owner');
    await page.getByLabel('Workspace ID').fill(workspaceId);
    await page.getByLabel('Workspace ID').press('Enter');
    await expect(page.getByRole('row', { name: 'Mallory' })).toContainText('Miner');
    await expect(page.getByRole('term').filter({ hasText: 'Quarantined' })).toBeVisible();
    await expectAccessible(page, 'admin: the owner of a workspace');
  });

  await test.step('the sign-ups of the week are listed', async () => {
    await openSection(page, 'Signups');
    const today = new Date().toISOString().slice(0, 10);
    await page.getByRole('textbox', { name: 'Start Date' }).fill(today);
    await page.getByRole('textbox', { name: 'End Date' }).fill(today);
    await page.getByRole('button', { name: 'Generate report' }).click();
    await showReportRow(page, email);
    await page.getByRole('slider', { name: /^Signups per day/ }).focus();
    await expectAccessible(page, 'admin: the sign-ups');
  });
});

// @covers 6.6
test('users who are not staff cannot open the admin page', async ({ context, page }) => {
  await createMember(context);
  await page.goto('/workspace-admin');
  await expect(page).toHaveURL(`${urls.portal}/workspaces`);
  await page.getByRole('button', { name: /^Hi / }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Profile', 'Log out']);
});
