import { readFile } from 'node:fs/promises';
import { memberCalls } from '@portal/contract';
import type { Page } from '@playwright/test';
import { chooseAction } from './support/choose-action.ts';
import { urls } from './support/urls.ts';
import { createMember, createWorkspace, acceptInvitations } from './support/accounts.ts';
import { callApi } from './support/call-api.ts';
import { expectAccessible, expectReadableInDarkTheme } from './support/expect-accessible.ts';
import { linkFromEmail } from './support/inbox.ts';
import { newEmail } from './support/user-flows.ts';
import { expect, test } from './support/test.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test('an owner creates a remote workspace, keeps typed values, edits it and sees its activity', async ({
  context,
  page,
}) => {
  await createMember(context);
  await page.goto('/workspaces');
  await page.getByRole('link', { name: 'Create New Workspace' }).click();

  await test.step('the form shows its errors and warns about unsaved changes', async () => {
    await expect(page.getByLabel('Display Name')).toBeFocused();
    await expectAccessible(page, 'the choice of a type');
    await page.getByRole('radio', { name: 'Remote URL' }).check();
    await page.getByLabel('Display Name').fill('Ünïted <Nations>');
    await page.getByRole('textbox', { name: /^URL/ }).fill('http://localhost:8080');
    await page.getByLabel('Description').focus();
    await expect(page.getByText(/^“<” is not allowed/)).toBeVisible();
    await expect(
      page.getByText('You cannot use a "localhost" URL for a Remote URL Workspace. Use "Local Dev Instance" instead.'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create Workspace' })).toBeDisabled();
    await expectAccessible(page, 'a new workspace with errors');
    await page.getByRole('link', { name: 'Billing' }).click();
    await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
    await expectAccessible(page, 'unsaved changes');
    await page.getByRole('button', { name: 'Stay here' }).click();
    await expect(page.getByLabel('Display Name')).toHaveValue('Ünïted <Nations>');
  });

  await test.step('the new workspace shows the settings for owners', async () => {
    await page.getByLabel('Display Name').fill('Ünïted Nations');
    await page.getByRole('textbox', { name: /^URL/ }).fill('workspace.example.com/si');
    await page.getByRole('button', { name: 'Create Workspace' }).click();
    await expect(heading(page, 'Ünïted Nations')).toBeVisible();
    await expect(page.getByRole('textbox', { name: /^URL/ })).toHaveValue('https://workspace.example.com/si');
    await expect(page.getByRole('row')).toHaveCount(2);
    await expectAccessible(page, 'the settings of a workspace');
  });

  await test.step('saved changes are the same after a reload', async () => {
    await page.getByLabel('Description').fill('Where it all comes together');
    await page.getByRole('button', { name: 'Save Workspace' }).click();
    await expect(page.getByRole('button', { name: 'Undo changes' })).toBeHidden();
    await page.reload();
    await expect(page.getByLabel('Description')).toHaveValue('Where it all comes together');
    await page.getByRole('button', { name: 'Show activity' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Ada' })).toHaveCount(2);
    await expectAccessible(page, 'the newest activity');
    await page.getByRole('link', { name: 'All activity' }).click();
    await expect(heading(page, /> Activity$/)).toBeFocused();
    await expect(page.getByRole('listitem').filter({ hasText: 'Ada' })).toHaveCount(2);
    await expectAccessible(page, 'the activity');
    await expectReadableInDarkTheme(page, 'the activity');
    await page.getByLabel('What').selectOption('Ownership');
    await expect(page.getByText('No entries match')).toBeVisible();
    await expectAccessible(page, 'the activity without matches');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await page.getByRole('link', { name: 'Download NDJSON' }).click();
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { sequence: number }).sequence)).toEqual([2, 1]);
  });
});

test('an owner invites members, changes a role and removes a member, and the instance is updated', async ({
  anotherContext,
  context,
  page,
}) => {
  await createMember(context);
  const workspaceId = await createWorkspace(context, { displayName: 'Ours', instanceEnvType: 'SI' });
  const colleague = await anotherContext();
  const { email } = await createMember(colleague, { nickname: 'Grace' });
  await page.goto(`/workspace/${workspaceId}`);

  await test.step('an invalid email is rejected, and invited users get an email', async () => {
    const emailField = page.getByLabel('User Email to Grant Workspace Access');
    await emailField.fill('not-an-email');
    await page.getByRole('button', { name: 'Add User To Workspace' }).click();
    await expect(page.getByText('Invalid email')).toBeVisible();
    for (const invitee of [email, newEmail('nora')]) {
      await emailField.fill(invitee);
      await emailField.press('Enter');
      await expect(page.getByText(`we have notified ${invitee}`)).toBeVisible();
    }
    // Page and email are the same for both: they do not depend on whether the user has an account.
    expect(await linkFromEmail(email, /You are invited to a workspace/)).toMatch(`${urls.portal}/invitations/`);
    await expect(page.getByRole('row').filter({ hasText: 'Invited' })).toHaveCount(2);
    await expectAccessible(page, 'members and invitations');
    await acceptInvitations(colleague, email);
    await page.reload();
    await expect(page.getByRole('row').filter({ hasText: 'Invited' })).toHaveCount(1);
  });

  await test.step('changing a role visits the instance and returns', async () => {
    const role = page.getByLabel(`Role of ${email}`);
    await expect(role.getByRole('option')).toHaveText(['Approver', 'Collaborator']);
    const refreshed = page.waitForRequest((request) => request.url().startsWith(`${urls.hostedApp}/refresh-auth`));
    const returned = page.waitForResponse(`${urls.portal}/workspace/${workspaceId}`);
    await role.selectOption('Approver');
    expect((await refreshed).url()).toContain(workspaceId);
    await returned;
    await expect.poll(() => rolesIn(workspaceId, email)).toEqual(['APPROVER']);
    await expect(role).toHaveValue('APPROVER');
  });

  await test.step('a removed member loses access', async () => {
    await chooseAction(page, email, 'Remove from workspace');
    await page.getByRole('dialog', { name: 'Remove this member?' }).getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => rolesIn(workspaceId, email)).toEqual([]);
    const colleaguePage = await colleague.newPage();
    await colleaguePage.goto(`/workspace/${workspaceId}`);
    await expect(colleaguePage.getByRole('link', { name: 'Go to your workspaces' })).toBeVisible();
    await expectAccessible(colleaguePage, 'a missing workspace');
  });

  async function rolesIn(id: string, memberEmail: string) {
    const members = await callApi(context, memberCalls.listMembers, { params: { workspaceId: id } });
    return members.filter((member) => member.email === memberEmail).map(({ role }) => role);
  }
});
