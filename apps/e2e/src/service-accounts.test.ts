import { createMember, createWorkspace } from './support/accounts.ts';
import { chooseAction } from './support/choose-action.ts';
import { expectAccessible, expectReadableInDarkTheme } from './support/expect-accessible.ts';
import { expect, test } from './support/test.ts';
import { urls } from './support/urls.ts';

test('the owner creates a service account with a token, which invites a member, is rotated and revoked', async ({
  context,
  page,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await createMember(context);
  const workspaceId = await createWorkspace(context, { displayName: 'Staging' });
  await page.goto(`/workspace/${workspaceId}/tokens`);

  const secretOf = async () => {
    const dialog = page.getByRole('dialog', { name: 'Token Generated' });
    const secret = await dialog.getByLabel('API token').inputValue();
    await dialog.getByRole('button', { name: 'Copy token' }).click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    return secret;
  };
  const invite = (secret: string, email: string) =>
    fetch(`${urls.authApi}/workspace/${workspaceId}/members`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email, role: 'EDITOR' }),
    });

  await test.step('a service account', async () => {
    await page.getByRole('button', { name: 'Create service account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a service account' });
    await dialog.getByLabel('Name').fill('Onboarding');
    await dialog.getByLabel('Description').fill('Invites new colleagues');
    await expectAccessible(page, 'the dialog of a service account');
    await dialog.getByRole('button', { name: 'Create service account' }).click();
    await expect(page.getByText('0 active tokens')).toBeVisible();
  });

  let secret = '';
  await test.step('a token of it that can invite', async () => {
    await page.getByLabel('Token Name').fill('Directory sync');
    await page.getByLabel('Expiration').fill('5d');
    await page.getByText('What it can do').click();
    await page.getByRole('button', { name: 'Manage members' }).click();
    await page.getByLabel('Acts as').selectOption({ label: 'Onboarding (service account)' });
    await expectAccessible(page, 'what a token can do');
    await expectReadableInDarkTheme(page, 'what a token can do');
    await page.getByRole('button', { name: 'Generate API Token' }).click();
    secret = await secretOf();
    expect((await invite(secret, 'zoe@example.com')).status).toBe(200);
  });

  const row = page
    .getByRole('table', { name: 'Active Tokens', exact: true })
    .getByRole('row', { name: /Directory sync/ });
  await test.step('a rotation, with both tokens until the end of the overlap', async () => {
    await page.reload();
    await expect(row.getByText('as Onboarding, by you')).toBeVisible();
    await chooseAction(page, 'Directory sync', 'Rotate', row);
    await expectAccessible(page, 'the rotation of a token');
    await page.getByRole('button', { name: 'Rotate token' }).click();
    const successor = await secretOf();
    expect((await invite(successor, 'ben@example.com')).status).toBe(200);
    expect((await invite(secret, 'cem@example.com')).status).toBe(200);
    await expect(row.getByText('Replaced')).toBeVisible();
    await expectAccessible(page, 'a replaced token');
    await expectReadableInDarkTheme(page, 'a replaced token');
  });

  await test.step('the revocation shows what the token did, and cancels its invitations', async () => {
    await page.reload();
    const replaced = row.filter({ hasText: 'Replaced' });
    await chooseAction(page, 'Directory sync', 'Revoke', replaced);
    const dialog = page.getByRole('dialog', { name: 'Revoke “Directory sync”?' });
    await expect(dialog.getByText('zoe@example.com')).toBeVisible();
    await expectAccessible(page, 'the revocation of a token');
    await dialog.getByRole('button', { name: 'Cancel the invitation to zoe@example.com' }).click();
    await expect(dialog.getByText('zoe@example.com')).toBeHidden();
    await dialog.getByRole('button', { name: 'Revoke token' }).click();
    await expect(replaced).toBeHidden();
    expect((await invite(secret, 'dan@example.com')).status).toBe(401);
  });

  await test.step('the deletion of the service account revokes its other token', async () => {
    await page.getByRole('button', { name: 'Delete Onboarding' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete “Onboarding”?' });
    await expect(dialog.getByText('Its active token is revoked at once.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Delete service account' }).click();
    await expect(page.getByText('No service accounts yet')).toBeVisible();
    await expect(page.getByText('No active tokens')).toBeVisible();
  });
});
