import { authTokenCalls, memberCalls, workspaceCalls } from '@portal/contract';
import type { BrowserContext } from '@playwright/test';
import { aMember, aWorkspace, logInAgain } from './support/accounts.ts';
import { ask, send } from './support/ask.ts';
import { clickTwice } from './support/click-twice.ts';
import { examine } from './support/examine.ts';
import { newEmail } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** A workspace of somebody else’s, of which the browser’s own person is a member. */
async function sharedWith(context: BrowserContext, owner: BrowserContext, role: string) {
  const { email: ownerEmail } = await aMember(owner, { nickname: 'Olga', firstName: 'Olga', lastName: 'Owner' });
  const { email } = await aMember(context, { nickname: 'Carl' });
  const params = { workspaceId: await aWorkspace(owner, { displayName: 'Of Olga' }) };
  await ask(owner, memberCalls.inviteMember, { params, body: { email, role } });
  await logInAgain(context, email);
  await ask(owner, authTokenCalls.createAuthToken, { params, body: { name: 'Deploy', expiration: '48h' } });
  return { params, ownerEmail };
}

test('a collaborator sees the workspace, may make tokens and leave, and nothing else; the API holds to the same', async ({
  anotherContext,
  context,
  page,
}) => {
  const owner = await anotherContext();
  const { params, ownerEmail } = await sharedWith(context, owner, 'editor');

  await test.step('on the card and the settings', async () => {
    await page.goto('/workspaces');
    const card = page.getByRole('article').filter({ hasText: 'Of Olga' });
    await expect(card).toContainText('Role: Collaborator');
    await card.getByRole('button', { name: 'Menu of Of Olga' }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(page.getByRole('row', { name: ownerEmail })).toContainText('Owner');
    await expect(page.getByLabel('Display Name')).toBeDisabled();
    await expect(page.getByText('Only the owner can change these details.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save Workspace' })).toBeDisabled();
    await expect(page.getByLabel(`Role of ${ownerEmail}`)).toBeDisabled();
    for (const name of ['Add User To Workspace', 'Delete Workspace', 'Show activity', /^Remove/]) {
      await expect(page.getByRole('button', { name })).toHaveCount(0);
    }
    await examine(page, 'the settings for a collaborator');
  });

  await test.step('among the tokens', async () => {
    await page.getByRole('link', { name: 'API Tokens' }).click();
    await expect(page.getByRole('row', { name: 'Deploy' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: /Revoke/ })).toHaveCount(0);
    await examine(page, 'the tokens for a collaborator');
    await page.getByLabel('Token Name').fill('Mine');
    await page.getByLabel('Expiration').fill('1y');
    await page.getByLabel('Expiration').press('Enter');
    await expect(page.getByRole('dialog', { name: 'Token Generated' })).toBeVisible();
    await examine(page, 'a new token');
  });

  await test.step('around the portal', async () => {
    const { authTokens } = await ask(context, authTokenCalls.listAuthTokens, { params });
    const ofOwner = authTokens.find(({ name }) => name === 'Deploy');
    const answers = await Promise.all([
      send(context, workspaceCalls.updateWorkspace, { params, body: { displayName: 'Of Carl' } }),
      send(context, workspaceCalls.deleteWorkspace, { params }),
      send(context, memberCalls.inviteMember, { params, body: { email: newEmail('friend') } }),
      send(context, memberCalls.removeMember, { params, body: { email: ownerEmail } }),
      send(context, authTokenCalls.revokeAuthToken, { params: { ...params, tokenId: ofOwner?.id ?? '' } }),
    ]);
    expect(answers.map((answer) => answer.status())).toEqual([403, 403, 403, 403, 403]);
  });

  await test.step('and goes', async () => {
    await context.grantPermissions(['clipboard-write']);
    await page.getByRole('button', { name: 'Copy token' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('button', { name: 'Revoke Deploy' })).toHaveCount(0);
    await clickTwice(page.getByRole('button', { name: 'Revoke Mine' }));
    await expect(page.getByRole('table', { name: 'Inactive Tokens' })).toContainText('Mine');
    await page.getByRole('link', { name: 'Workspace settings' }).click();
    await page.getByRole('button', { name: 'Leave Workspace' }).click();
    const modal = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await examine(page, 'leaving');
    await modal.getByRole('button', { name: 'Leave Workspace' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'One Workspace' })).toBeVisible();
    expect((await send(context, workspaceCalls.getWorkspace, { params })).status()).toBe(404);
  });
});

// @covers 6.3
test('an approver may invite and remove, but neither change roles nor the workspace', async ({
  anotherContext,
  context,
  page,
}) => {
  const { params, ownerEmail } = await sharedWith(context, await anotherContext(), 'approver');
  const friend = newEmail('friend');
  await page.goto(`/workspace/${params.workspaceId}`);
  await page.getByLabel('User Email to Grant Workspace Access').fill(friend);
  await page.getByRole('button', { name: 'Add User To Workspace' }).click();
  const row = page.getByRole('row', { name: friend });
  await expect(row).toContainText('Collaborator');
  await expect(page.getByLabel(`Role of ${friend}`)).toBeDisabled();
  await expect(page.getByRole('button', { name: `Remove ${ownerEmail}` })).toHaveCount(0);
  await expect(row.getByRole('button', { name: `Remove ${friend}` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save Workspace' })).toBeDisabled();
  const owned = await send(context, memberCalls.changeMemberRole, { params, body: { userId: 'x', role: 'approver' } });
  expect(owned.status()).toBe(403);
});
