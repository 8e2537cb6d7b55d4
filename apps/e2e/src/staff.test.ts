import { workspaceCalls } from '@portal/contract';
import type { Page } from '@playwright/test';
import { addresses } from './support/addresses.ts';
import { aMember, aStaffMember, aWorkspace } from './support/accounts.ts';
import { send } from './support/ask.ts';
import { examine } from './support/examine.ts';
import { linkFromMail } from './support/inbox.ts';
import { newEmail } from './support/people.ts';
import { expect, test } from './support/test.ts';

async function openSection(page: Page, name: string): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Admin sections' }).getByRole('link', { name });
  await link.click();
  await expect(link).toHaveAttribute('aria-current', 'page');
}

/** The latest are on the last page of those who signed up today, and how many did depends on the other tests. */
async function showRow(page: Page, text: string): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: text });
  await expect(async () => {
    if (await row.isVisible()) return;
    await page.getByRole('button', { name: 'Show more' }).click({ timeout: 1_000 });
    await expect(row).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
}

// @covers 0.2 1.3
test('staff at work: find a person and a workspace, close both and open them again, and read the sign-ups', async ({
  anotherContext,
  context,
  page,
}) => {
  await aStaffMember(context);
  const theirs = await anotherContext();
  const { email, id: userId } = await aMember(theirs, { firstName: 'Mallory', lastName: 'Miner' });
  const workspaceId = await aWorkspace(theirs, { displayName: 'Of Mallory' });

  await test.step('the menu leads there', async () => {
    await page.goto('/workspaces');
    await page.getByRole('button', { name: /^Hi / }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Profile', 'Admin', 'Log out']);
    await examine(page, 'the menu of staff');
    await page.getByRole('menuitem', { name: 'Admin' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Admin' })).toBeVisible();
    await examine(page, 'admin: create workspace');
  });

  await test.step('a workspace is made for somebody without an account, who is told', async () => {
    const invited = newEmail('ingrid');
    await expect(page.getByRole('button', { name: 'Create By Email' })).toBeDisabled();
    await page.getByLabel('User Email').fill(invited);
    await page.getByRole('button', { name: 'Create By Email' }).click();
    await expect(page.getByText('The workspace is created')).toBeVisible();
    expect(await linkFromMail(invited, /workspace/i)).toContain(addresses.portal);
    await page.getByRole('textbox', { name: 'User ID' }).fill('nobody');
    await page.getByRole('button', { name: 'Create By User ID' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await examine(page, 'admin: a workspace made and one refused');
  });

  await test.step('a person is found, quarantined with a reason, and let in again', async () => {
    await openSection(page, 'User accounts');
    await page.getByLabel('User Email').fill(email);
    await page.getByRole('button', { name: 'Look Up' }).click();
    const row = page.getByRole('row', { name: userId });
    await expect(row).toContainText(email);
    await row.getByRole('button', { name: /^Actions for / }).click();
    await page.getByRole('menuitem', { name: 'Quarantine...' }).click();
    await page.getByLabel('Reason').fill('Mines coins');
    await examine(page, 'admin: before a quarantine');
    await page.getByRole('button', { name: 'Quarantine', exact: true }).click();
    await expect(row).toContainText('Mines coins');
    expect((await send(theirs, workspaceCalls.listWorkspaces)).status()).toBe(401);
    await examine(page, 'admin: somebody quarantined');
    await openSection(page, 'Account quarantine');
    await page.getByRole('button', { name: `Unquarantine ${email}` }).click();
    await expect(page.getByText(`${email} is no longer quarantined`)).toBeVisible();
    await examine(page, 'admin: account quarantine');
  });

  await test.step('a person is suspended and let in again', async () => {
    await openSection(page, 'Suspensions');
    await page.getByRole('textbox', { name: 'User ID' }).fill(userId);
    await page.getByRole('button', { name: 'Suspend', exact: true }).click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await dialog.getByLabel('Reason').fill('Has not paid');
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await expect(page.getByRole('row', { name: email })).toContainText('Has not paid');
    await examine(page, 'admin: suspensions');
    await page.getByRole('button', { name: `Unsuspend ${email}` }).click();
    await expect(page.getByRole('row', { name: email })).toHaveCount(0);
  });

  await test.step('a workspace is quarantined, and its owner found', async () => {
    await openSection(page, 'Workspace quarantine');
    await page.getByLabel('Workspace ID').fill(workspaceId);
    await page.getByRole('button', { name: 'Quarantine', exact: true }).click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await expect(dialog).toContainText('Of Mallory');
    await dialog.getByLabel('Reason').fill('Mines coins');
    await examine(page, 'admin: before the quarantine of a workspace');
    await dialog.getByRole('button', { name: 'Quarantine' }).click();
    await expect(page.getByText(`Of Mallory of ${email} is now quarantined.`)).toBeVisible();
    await openSection(page, 'Workspace owner');
    await page.getByLabel('Workspace ID').fill(workspaceId);
    await page.getByLabel('Workspace ID').press('Enter');
    await expect(page.getByRole('row', { name: 'Mallory' })).toContainText('Miner');
    await expect(page.getByRole('term').filter({ hasText: 'Quarantined' })).toBeVisible();
    await examine(page, 'admin: the owner of a workspace');
  });

  await test.step('the sign-ups of the week are listed and counted', async () => {
    await openSection(page, 'Signup report');
    const today = new Date().toISOString().slice(0, 10);
    await page.getByLabel('Start Date').fill(today);
    await page.getByLabel('End Date').fill(today);
    await page.getByRole('button', { name: 'Generate Report' }).click();
    await showRow(page, email);
    await examine(page, 'admin: the sign-ups');
  });
});

// @covers 6.6
test('to everybody else the admin page is closed', async ({ context, page }) => {
  await aMember(context);
  await page.goto('/workspace-admin');
  await expect(page).toHaveURL(`${addresses.portal}/workspaces`);
  await page.getByRole('button', { name: /^Hi / }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Profile', 'Log out']);
});
