import { authTokenCalls } from '@portal/contract';
import { addresses } from './support/addresses.ts';
import { aMember, aWorkspace } from './support/accounts.ts';
import { ask } from './support/ask.ts';
import { examine } from './support/examine.ts';
import { expect, test } from './support/test.ts';

test('pages that only lead elsewhere lead there', async ({ context, page }) => {
  await aMember(context);
  for (const path of ['/dashboard', '/tutorial', '/download', '/workspace/go']) {
    await page.goto(path);
    await expect(page, path).toHaveURL(`${addresses.portal}/workspaces`);
  }
  for (const path of ['/default_workspace', '/login', '/']) {
    await page.goto(path);
    await page.waitForURL(`${addresses.hostedApp}/**`);
  }
  const workspaceId = await aWorkspace(context, { displayName: 'Elsewhere' });
  await page.goto(`/workspace/${workspaceId}/go?redirect=%2Fw%2Fhead`);
  await page.getByRole('link', { name: 'Open workspace' }).click();
  await expect(page.locator('#redirect')).toHaveText('/w/head');
});

test('the profile and the tokens, with some, with none and with errors', async ({ context, page }) => {
  await aMember(context);
  const params = { workspaceId: await aWorkspace(context, { displayName: 'Tokens' }) };
  await page.goto(`/workspace/${params.workspaceId}/tokens`);
  await expect(page.getByText('There is no active token')).toBeVisible();
  await page.getByLabel('Expiration').fill('5');
  await page.getByRole('button', { name: 'Generate API Token' }).click();
  await expect(page.getByText('Invalid time string')).toBeVisible();
  await examine(page, 'no tokens, and an error');

  for (const name of ['Deploy', 'x'.repeat(200)]) {
    const { authToken } = await ask(context, authTokenCalls.createAuthToken, {
      params,
      body: { name, expiration: '1y' },
    });
    if (name === 'Deploy') continue;
    await ask(context, authTokenCalls.revokeAuthToken, { params: { ...params, tokenId: authToken.id } });
  }
  await page.reload();
  await expect(page.getByRole('row', { name: 'Deploy' })).toBeVisible();
  await examine(page, 'an active and a revoked token');

  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Update Your Profile' })).toBeVisible();
  await page.getByLabel('Discord Username').fill('discord..x');
  await page.getByLabel('Nickname').focus();
  await expect(page.getByText('Invalid discord tag')).toBeVisible();
  await examine(page, 'the profile with an error');
});
