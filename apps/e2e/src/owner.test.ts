import { memberCalls } from '@portal/contract';
import type { Page } from '@playwright/test';
import { addresses } from './support/addresses.ts';
import { aMember, aWorkspace, logInAgain } from './support/accounts.ts';
import { ask } from './support/ask.ts';
import { clickTwice } from './support/click-twice.ts';
import { examine } from './support/examine.ts';
import { linkFromMail } from './support/inbox.ts';
import { newEmail } from './support/people.ts';
import { expect, test } from './support/test.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test('an owner at work: makes a remote workspace, keeps what was typed, edits it and sees what was done', async ({
  context,
  page,
}) => {
  await aMember(context);
  await page.goto('/workspaces');
  await page.getByRole('link', { name: 'Create New Workspace' }).click();

  await test.step('the form says what is wrong with it, and loses nothing silently', async () => {
    await page.getByLabel('Workspace Type').click();
    await examine(page, 'the choice of a type');
    await page.getByRole('option', { name: /Remote/ }).click();
    await page.getByLabel('Display Name').fill('Ünïted <Nations>');
    await page.getByRole('textbox', { name: /^URL/ }).fill('http://localhost:8080');
    await page.getByLabel('Description').focus();
    await expect(page.getByText('This field is invalid')).toBeVisible();
    await expect(
      page.getByText('You cannot use a "localhost" URL for a Remote URL Workspace. Use "Local Dev Instance" instead.'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create Workspace' })).toBeDisabled();
    await examine(page, 'a new workspace with errors');
    await page.getByRole('link', { name: 'Billing' }).click();
    await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
    await examine(page, 'unsaved changes');
    await page.getByRole('button', { name: 'Stay here' }).click();
    await expect(page.getByLabel('Display Name')).toHaveValue('Ünïted <Nations>');
  });

  await test.step('made, it is shown with all that an owner may do', async () => {
    await page.getByLabel('Display Name').fill('Ünïted Nations');
    await page.getByRole('textbox', { name: /^URL/ }).fill('workspace.example.com/si');
    await page.getByRole('button', { name: 'Create Workspace' }).click();
    await expect(heading(page, 'Ünïted Nations')).toBeVisible();
    await expect(page.getByRole('textbox', { name: /^URL/ })).toHaveValue('https://workspace.example.com/si');
    await expect(page.getByRole('row')).toHaveCount(2);
    await examine(page, 'the settings of a workspace');
  });

  await test.step('edited, it is the same after a reload', async () => {
    await page.getByLabel('Description').fill('Where it all comes together');
    await page.getByRole('button', { name: 'Save Workspace' }).click();
    await expect(page.getByRole('button', { name: 'Undo changes' })).toBeHidden();
    await page.reload();
    await expect(page.getByLabel('Description')).toHaveValue('Where it all comes together');
    await page.getByRole('button', { name: 'Show activity' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Ada' })).toHaveCount(2);
    await examine(page, 'the activity');
  });
});

test('an owner and the others: invites, changes a role so that the instance knows of it, and removes', async ({
  anotherContext,
  context,
  page,
}) => {
  await aMember(context);
  const workspaceId = await aWorkspace(context, { displayName: 'Ours', instanceEnvType: 'SI' });
  const colleague = await anotherContext();
  const { email } = await aMember(colleague, { nickname: 'Grace' });
  await page.goto(`/workspace/${workspaceId}`);

  await test.step('what is no address is refused, and who is invited gets a mail', async () => {
    const address = page.getByLabel('User Email to Grant Workspace Access');
    await address.fill('nobody');
    await page.getByRole('button', { name: 'Add User To Workspace' }).click();
    await expect(page.getByText('Invalid email')).toBeVisible();
    for (const each of [email, newEmail('nora')]) {
      await address.fill(each);
      await address.press('Enter');
      await expect(page.getByText(`we have notified ${each}`)).toBeVisible();
    }
    // The page says the same of both; only the email knows who has an account.
    expect(await linkFromMail(email, /invited you to Ours/)).toBe(`${addresses.portal}/invitations`);
    await expect(page.getByRole('row').filter({ hasText: 'Invited' })).toHaveCount(2);
    await examine(page, 'members and invitations');
    await logInAgain(colleague, email);
    await page.reload();
    await expect(page.getByRole('row').filter({ hasText: 'Invited' })).toHaveCount(1);
  });

  await test.step('a role is changed, by way of the instance and back', async () => {
    const role = page.getByLabel(`Role of ${email}`);
    await expect(role.getByRole('option')).toHaveText(['Approver', 'Collaborator']);
    const refreshed = page.waitForRequest((request) => request.url().startsWith(`${addresses.hostedApp}/refresh-auth`));
    const back = page.waitForResponse(`${addresses.portal}/workspace/${workspaceId}`);
    await role.selectOption('Approver');
    expect((await refreshed).url()).toContain(workspaceId);
    await back;
    await expect.poll(() => rolesIn(workspaceId, email)).toEqual(['APPROVER']);
    await expect(role).toHaveValue('APPROVER');
  });

  await test.step('who is removed can open it no more', async () => {
    await clickTwice(page.getByRole('button', { name: `Remove ${email}` }));
    await expect.poll(() => rolesIn(workspaceId, email)).toEqual([]);
    const theirs = await colleague.newPage();
    await theirs.goto(`/workspace/${workspaceId}`);
    await expect(theirs.getByRole('link', { name: 'Go to your workspaces' })).toBeVisible();
    await examine(theirs, 'a workspace that is not there');
  });

  async function rolesIn(id: string, of: string) {
    const members = await ask(context, memberCalls.listMembers, { params: { workspaceId: id } });
    return members.filter((member) => member.email === of).map(({ role }) => role);
  }
});
