import { authTokenCalls } from '@portal/contract';
import { urls } from './support/urls.ts';
import { createMember, createWorkspace } from './support/accounts.ts';
import { callApi } from './support/call-api.ts';
import { expectAccessible, expectReadableInDarkTheme } from './support/expect-accessible.ts';
import { expect, test } from './support/test.ts';

test('redirecting pages lead to their targets', async ({ context, page }) => {
  await createMember(context);
  for (const path of ['/dashboard', '/tutorial', '/download', '/workspace/go']) {
    await page.goto(path);
    await expect(page, path).toHaveURL(`${urls.portal}/workspaces`);
  }
  for (const path of ['/default_workspace', '/login', '/']) {
    await page.goto(path);
    await page.waitForURL(`${urls.hostedApp}/**`);
  }
  const workspaceId = await createWorkspace(context, { displayName: 'Elsewhere' });
  await page.goto(`/workspace/${workspaceId}/go?redirect=%2Fw%2Fhead`);
  await page.getByRole('link', { name: 'Open workspace' }).click();
  await expect(page.locator('#redirect')).toHaveText('/w/head');
});

test('the profile and token pages are accessible with data, without data and with errors', async ({
  context,
  page,
}) => {
  await createMember(context);
  const params = { workspaceId: await createWorkspace(context, { displayName: 'Tokens' }) };
  await page.goto(`/workspace/${params.workspaceId}/tokens`);
  await expect(page.getByText('No active tokens')).toBeVisible();
  await page.getByLabel('Expiration').fill('5');
  await page.getByRole('button', { name: 'Generate API Token' }).click();
  await expect(page.getByText('Invalid time string')).toBeVisible();
  await expectAccessible(page, 'no tokens, and an error');
  await expectReadableInDarkTheme(page, 'no tokens, and an error');

  for (const name of ['Deploy', 'x'.repeat(200)]) {
    const { authToken } = await callApi(context, authTokenCalls.createAuthToken, {
      params,
      body: { name, expiration: '1y' },
    });
    if (name === 'Deploy') continue;
    await callApi(context, authTokenCalls.revokeAuthToken, { params: { ...params, tokenId: authToken.id } });
  }
  await page.reload();
  await expect(page.getByRole('row', { name: 'Deploy' })).toBeVisible();
  await expectAccessible(page, 'an active and a revoked token');
  await expectReadableInDarkTheme(page, 'an active and a revoked token');

  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Update Your Profile' })).toBeVisible();
  await page.getByLabel('Discord Username').fill('discord..x');
  await page.getByLabel('Nickname').focus();
  await expect(page.getByText('Invalid discord tag')).toBeVisible();
  await expectAccessible(page, 'the profile with an error');
  await expectReadableInDarkTheme(page, 'the profile with an error');
});
