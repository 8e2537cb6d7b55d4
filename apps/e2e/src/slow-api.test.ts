import { authTokenCalls, workspaceCalls } from '@portal/contract';
import { createMember, createWorkspace } from './support/accounts.ts';
import { callApi } from './support/call-api.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expect, testWithNetwork as test } from './support/test.ts';

test('with a slow API, pages keep their layout while loading, and repeated clicks act once', async ({
  context,
  network,
  page,
}) => {
  await createMember(context);
  const params = { workspaceId: await createWorkspace(context, { displayName: 'Patient' }) };

  await test.step('the splash shows the progress', async () => {
    const whoami = network.pauseRequests(/GET \/whoami/);
    await page.goto('/workspaces', { waitUntil: 'commit' });
    await expect(page.getByRole('progressbar', { name: 'Loading...' })).toBeVisible();
    await expectAccessible(page, 'the splash');
    whoami.release();
  });

  await test.step('cards replace their skeletons in place', async () => {
    const list = network.pauseRequests(/GET \/workspaces$/);
    await page.goto('/workspaces', { waitUntil: 'commit' });
    await expect(page.getByText('Loading Workspaces...')).toBeAttached();
    const skeleton = await page.locator('.workspace-grid').boundingBox();
    await expectAccessible(page, 'skeletons of workspaces');
    list.release();
    await expect(page.getByRole('article')).toHaveCount(2);
    const grid = await page.locator('.workspace-grid').boundingBox();
    expect([grid?.x, grid?.y, grid?.width]).toEqual([skeleton?.x, skeleton?.y, skeleton?.width]);
  });

  await test.step('a workspace is created once', async () => {
    await page.getByRole('link', { name: 'Create New Workspace' }).click();
    await page.getByLabel('Display Name').fill('Once');
    const creation = network.pauseRequests(/POST \/workspaces\/new/);
    await page.getByRole('button', { name: 'Create Workspace' }).dblclick();
    await expect(page.getByRole('button', { name: 'Creating...' })).toBeVisible();
    await page.getByRole('button', { name: 'Creating...' }).click({ force: true });
    await page.getByLabel('Display Name').press('Enter');
    await expectAccessible(page, 'while a workspace is created');
    expect(creation.count()).toBe(1);
    creation.release();
    await expect(page.getByRole('heading', { level: 1, name: 'Once' })).toBeVisible();
    expect(await callApi(context, workspaceCalls.listWorkspaces)).toHaveLength(3);
  });

  await test.step('a token is created once', async () => {
    await page.goto(`/workspace/${params.workspaceId}/tokens`);
    await page.getByLabel('Token Name').fill('Once');
    await page.getByLabel('Expiration').fill('1d');
    const creation = network.pauseRequests(/POST .*authTokens/);
    await page.getByLabel('Expiration').press('Enter');
    await expect(page.getByRole('button', { name: 'Generating...' })).toBeVisible();
    await page.getByLabel('Expiration').press('Enter');
    creation.release();
    await expect(page.getByRole('dialog', { name: 'Token Generated' })).toBeVisible();
    expect((await callApi(context, authTokenCalls.listAuthTokens, { params })).authTokens).toHaveLength(1);
  });

  await test.step('a favourite shows immediately', async () => {
    await page.goto('/workspaces');
    const favourite = network.pauseRequests(/PATCH .*favourite/);
    const card = page.getByRole('article').filter({ hasText: 'Patient' });
    await card.getByRole('button', { name: /^Favourite /, pressed: false }).click();
    await expect(card.getByRole('button', { name: /^Favourite /, pressed: true })).toBeVisible();
    favourite.release();
    await expect
      .poll(
        async () =>
          (await callApi(context, workspaceCalls.listWorkspaces)).filter((workspace) => workspace.isFavourite).length,
      )
      .toBe(1);
  });
});
