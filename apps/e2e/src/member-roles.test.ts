import { authTokenCalls, memberCalls, workspaceCalls } from '@portal/contract';
import type { BrowserContext } from '@playwright/test';
import { createMember, createWorkspace, acceptInvitations } from './support/accounts.ts';
import { callApi, sendCall } from './support/call-api.ts';
import { chooseAction } from './support/choose-action.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { newEmail } from './support/user-flows.ts';
import { expect, test } from './support/test.ts';

/** Creates a workspace of another user and adds the context's user as a member. */
async function shareWorkspaceWith(context: BrowserContext, owner: BrowserContext, role: string) {
  const { email: ownerEmail } = await createMember(owner, { nickname: 'Olga', firstName: 'Olga', lastName: 'Owner' });
  const { email } = await createMember(context, { nickname: 'Carl' });
  const params = { workspaceId: await createWorkspace(owner, { displayName: 'Of Olga' }) };
  await callApi(owner, memberCalls.inviteMember, { params, body: { email, role } });
  await acceptInvitations(context, email);
  await callApi(owner, authTokenCalls.createAuthToken, { params, body: { name: 'Deploy', expiration: '48h' } });
  return { params, ownerEmail };
}

test('a collaborator can view the workspace, create tokens and leave, and nothing else, also by the API', async ({
  anotherContext,
  context,
  page,
}) => {
  const owner = await anotherContext();
  const { params, ownerEmail } = await shareWorkspaceWith(context, owner, 'editor');

  await test.step('the card and the settings are read-only', async () => {
    await page.goto('/workspaces');
    const card = page.getByRole('article').filter({ hasText: 'Of Olga' });
    await expect(card).toContainText('Role: Collaborator');
    await card.getByRole('button', { name: 'Of Olga actions' }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(page.getByRole('row', { name: ownerEmail })).toContainText('Owner');
    await expect(page.getByLabel('Display Name')).toBeDisabled();
    await expect(page.getByText('Only the owner can change these details.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save Workspace' })).toBeDisabled();
    await expect(page.getByLabel(/^Role of /)).toHaveCount(0);
    for (const name of ['Add User To Workspace', 'Delete Workspace', 'Show activity', /^Remove/]) {
      await expect(page.getByRole('button', { name })).toHaveCount(0);
    }
    await expectAccessible(page, 'the settings for a collaborator');
  });

  await test.step('tokens can be created but not revoked', async () => {
    await page.getByRole('link', { name: 'API Tokens' }).first().click();
    await expect(page.getByRole('row', { name: 'Deploy' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: /Revoke/ })).toHaveCount(0);
    await expectAccessible(page, 'the tokens for a collaborator');
    await page.getByLabel('Token Name').fill('Mine');
    await page.getByLabel('Expiration').fill('1y');
    await page.getByLabel('Expiration').press('Enter');
    await expect(page.getByRole('dialog', { name: 'Token Generated' })).toBeVisible();
    await expectAccessible(page, 'a new token');
  });

  await test.step('the API rejects other calls', async () => {
    const { authTokens } = await callApi(context, authTokenCalls.listAuthTokens, { params });
    const ownersToken = authTokens.find(({ name }) => name === 'Deploy');
    const responses = await Promise.all([
      sendCall(context, workspaceCalls.updateWorkspace, { params, body: { displayName: 'Of Carl' } }),
      sendCall(context, workspaceCalls.deleteWorkspace, { params }),
      sendCall(context, memberCalls.inviteMember, { params, body: { email: newEmail('friend') } }),
      sendCall(context, memberCalls.removeMember, { params, body: { email: ownerEmail } }),
      sendCall(context, authTokenCalls.revokeAuthToken, { params: { ...params, tokenId: ownersToken?.id ?? '' } }),
    ]);
    expect(responses.map((response) => response.status())).toEqual([403, 403, 403, 403, 403]);
  });

  await test.step('the collaborator revokes their own token and leaves', async () => {
    await context.grantPermissions(['clipboard-write']);
    await page.getByRole('button', { name: 'Copy token' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('button', { name: 'Actions for Deploy' })).toHaveCount(0);
    await chooseAction(page, 'Mine', 'Revoke');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
    await expect(page.getByRole('table', { name: 'Inactive Tokens' })).toContainText('Mine');
    await page.getByRole('link', { name: 'Workspace settings' }).click();
    await page.getByRole('button', { name: 'Leave Workspace' }).click();
    const modal = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await expectAccessible(page, 'leaving');
    await modal.getByRole('button', { name: 'Leave Workspace' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'One Workspace' })).toBeVisible();
    expect((await sendCall(context, workspaceCalls.getWorkspace, { params })).status()).toBe(404);
  });
});

// @covers 6.3
test('an approver can invite and remove members, but not change roles or the workspace', async ({
  anotherContext,
  context,
  page,
}) => {
  const { params, ownerEmail } = await shareWorkspaceWith(context, await anotherContext(), 'approver');
  const invitee = newEmail('friend');
  await page.goto(`/workspace/${params.workspaceId}`);
  await page.getByLabel('User Email to Grant Workspace Access').fill(invitee);
  await page.getByRole('button', { name: 'Add User To Workspace' }).click();
  const row = page.getByRole('row', { name: invitee });
  await expect(row).toContainText('Collaborator');
  await expect(page.getByLabel(`Role of ${invitee}`)).toHaveCount(0);
  await page.getByRole('button', { name: `Actions for ${ownerEmail}` }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['View activity']);
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: `Actions for ${invitee}` }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Resend', 'Copy link', 'Cancel invitation']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Save Workspace' })).toBeDisabled();
  const roleChange = await sendCall(context, memberCalls.changeMemberRole, {
    params,
    body: { userId: 'x', role: 'approver' },
  });
  expect(roleChange.status()).toBe(403);
});
