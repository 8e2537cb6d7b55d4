import { authTokenCalls, sessionCalls } from '@portal/contract';
import type { BrowserContext } from '@playwright/test';
import { addMember, ageLogin, createMember, createStaffMember, createWorkspace } from './support/accounts.ts';
import { callApi } from './support/call-api.ts';
import { chooseAction } from './support/choose-action.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { linkFromEmail } from './support/inbox.ts';
import { expect, test } from './support/test.ts';
import { urls } from './support/urls.ts';
import { enterLogin } from './support/user-flows.ts';

async function createToken(context: BrowserContext, workspaceId: string, name: string): Promise<string> {
  const input = { params: { workspaceId }, body: { name, expiration: '1d' } };
  return (await callApi(context, authTokenCalls.createAuthToken, input)).token;
}

test('an owner hands over a workspace, and both log in again for it', async ({ anotherContext, context, page }) => {
  const owner = await createMember(context, { nickname: 'Olga' });
  const workspaceId = await createWorkspace(context, { displayName: 'Ours' });
  const colleague = await anotherContext();
  const successor = await createMember(colleague, { nickname: 'Grace' });
  const newOwner = `Grace (${successor.email})`;
  await addMember(context, workspaceId, colleague, successor.email);
  const token = await createToken(context, workspaceId, 'Deploy');
  await ageLogin(context, owner);
  await ageLogin(colleague, successor);

  await test.step('the owner reads what it means, and logs in again to offer it', async () => {
    await page.goto(`/workspace/${workspaceId}`);
    await page.getByRole('link', { name: 'transfer ownership first' }).click();
    await page.getByRole('button', { name: 'Transfer ownership...' }).click();
    const dialog = page.getByRole('dialog', { name: 'Transfer ownership?' });
    await expect(dialog.getByText('Your card, subscription and invoices stay yours.')).toBeVisible();
    await expect(dialog.getByText('All API tokens and instance sessions keep working.')).toBeVisible();
    await dialog.getByRole('combobox', { name: 'New owner' }).fill('grace');
    await expectAccessible(page, 'the members who can become the owner');
    await page.getByRole('option', { name: newOwner }).click();
    await expectAccessible(page, 'a transfer of the ownership');
    await dialog.getByRole('button', { name: 'Offer ownership' }).click();
    await dialog.getByRole('button', { name: 'Log in again' }).click();
    await enterLogin(page, owner.email);
    await expect(dialog.getByRole('combobox', { name: 'New owner' })).toHaveValue(newOwner);
    await dialog.getByRole('button', { name: 'Offer ownership' }).click();
    await expect(page.getByText(/^You offered ownership to/)).toContainText(successor.email);
    await expectAccessible(page, 'an open ownership offer');
  });

  const colleaguePage = await colleague.newPage();
  await test.step('the member gets an email and sees the offer in the list', async () => {
    const link = await linkFromEmail(successor.email, /^You can become the owner of “Ours”$/);
    expect(link).toBe(`${urls.portal}/workspace/${workspaceId}`);
    await colleaguePage.goto(`${urls.portal}/workspaces`);
    await expectAccessible(colleaguePage, 'the list with an ownership offer');
    await colleaguePage.getByRole('link', { name: 'Review offer for Ours' }).click();
    await expect(colleaguePage).toHaveURL(link);
  });

  await test.step('the member logs in again and becomes the owner', async () => {
    await colleaguePage.getByRole('button', { name: 'Accept...' }).click();
    const dialog = colleaguePage.getByRole('dialog', { name: 'Become the owner?' });
    await dialog.getByRole('button', { name: 'Become the owner' }).click();
    await dialog.getByRole('button', { name: 'Log in again' }).click();
    await enterLogin(colleaguePage, successor.email);
    await expectAccessible(colleaguePage, 'the acceptance of the ownership');
    await dialog.getByRole('button', { name: 'Become the owner' }).click();
    await expect(colleaguePage.getByText('You are now the owner of Ours.')).toBeVisible();
    await expect(colleaguePage.getByRole('button', { name: 'Delete Workspace' })).toBeVisible();
  });

  await test.step('the previous owner is an approver, whose tokens keep working, and can leave', async () => {
    const link = await linkFromEmail(owner.email, /^The owner of “Ours” has changed$/);
    await page.goto(link);
    await expect(page.getByRole('button', { name: 'Delete Workspace' })).toBeHidden();
    const whoami = await context.request.get(`${urls.authApi}/whoami`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(sessionCalls.whoami.result.parse(await whoami.json()).token?.name).toBe('Deploy');
    await page.getByRole('button', { name: 'Leave Workspace' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave this workspace?' });
    await expect(dialog.getByRole('region', { name: 'API tokens that stop working' })).toContainText('Deploy');
    await dialog.getByRole('button', { name: 'Leave Workspace' }).click();
    await expect(page.getByText('You left Ours.')).toBeVisible();
  });
});

test('an owner removes a member and sees first which tokens end', async ({ anotherContext, context, page }) => {
  await createMember(context);
  const workspaceId = await createWorkspace(context, { displayName: 'Ours' });
  const colleague = await anotherContext();
  const { email } = await createMember(colleague, { nickname: 'Grace' });
  await addMember(context, workspaceId, colleague, email);
  const tokens = [
    await createToken(colleague, workspaceId, 'Deploy'),
    await createToken(colleague, workspaceId, 'Backup-'.repeat(15)),
  ];
  const ownToken = await createToken(context, workspaceId, 'Mine');
  const statusOf = async (token: string) =>
    (await context.request.get(`${urls.authApi}/whoami`, { headers: { authorization: `Bearer ${token}` } })).status();
  expect(await statusOf(tokens[0] ?? '')).toBe(200);

  await page.goto(`/workspace/${workspaceId}`);
  await chooseAction(page, email, 'Remove from workspace');
  const dialog = page.getByRole('dialog', { name: 'Remove this member?' });
  const list = dialog.getByRole('region', { name: 'API tokens that stop working' });
  await expect(list.getByRole('listitem')).toHaveText([/^DeployLast used/, /^Backup-.*Never used/]);
  expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await expectAccessible(page, 'the removal of a member with tokens');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: `Actions for ${email}` })).toBeHidden();
  expect(await Promise.all(tokens.map(statusOf))).toEqual([401, 401]);
  expect(await statusOf(ownToken)).toBe(200);
});

test('staff change the owner of a workspace, and the owner objects by the link', async ({
  anotherContext,
  context,
  page,
}) => {
  const [ownerContext, colleague] = [await anotherContext(), await anotherContext()];
  const owner = await createMember(ownerContext, { nickname: 'Olga' });
  const workspaceId = await createWorkspace(ownerContext, { displayName: 'Ours' });
  const successor = await createMember(colleague, { nickname: 'Grace', firstName: 'Grace', lastName: 'Hopper' });
  await addMember(ownerContext, workspaceId, colleague, successor.email);
  await createStaffMember(context);

  await page.goto(`/workspace-admin/workspaces/${workspaceId}`);
  await page.getByRole('button', { name: 'Change owner...' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the owner?' });
  await dialog.getByLabel('New owner').selectOption(`Grace Hopper (${successor.email})`);
  await dialog.getByLabel('Reason').fill('Has left the company');
  await expectAccessible(page, 'admin: a change of the owner');
  await dialog.getByRole('button', { name: 'Change owner' }).click();
  await expect(page.getByText('Reason: Has left the company')).toBeVisible();
  await expectAccessible(page, 'admin: a pending change of the owner');

  const ownerPage = await ownerContext.newPage();
  await ownerPage.goto(await linkFromEmail(owner.email, /^The owner of “Ours” will change$/));
  await expect(ownerPage.getByRole('heading', { name: 'Stay the owner of Ours?' })).toBeVisible();
  await ownerPage.getByRole('button', { name: 'Object' }).click();
  await expect(ownerPage.getByRole('heading', { name: 'You stay the owner' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Change owner...' })).toBeVisible();
  await ownerPage.goto(`${urls.portal}/workspace/${workspaceId}`);
  await expect(ownerPage.getByRole('button', { name: 'Delete Workspace' })).toBeVisible();
});
