import { authTokenCalls, workspaceCalls } from '@portal/contract';
import { aMember, aWorkspace } from './support/accounts.ts';
import { ask } from './support/ask.ts';
import { examine } from './support/examine.ts';
import { expect, testWithNetwork as test } from './support/test.ts';

test('the API is slow: pages keep their shape while they wait, and what is pressed twice happens once', async ({
  context,
  network,
  page,
}) => {
  await aMember(context);
  const params = { workspaceId: await aWorkspace(context, { displayName: 'Patient' }) };

  await test.step('the splash shows how far it is', async () => {
    const whoami = network.hold(/GET \/whoami/);
    await page.goto('/workspaces', { waitUntil: 'commit' });
    await expect(page.getByRole('progressbar', { name: 'Loading...' })).toBeVisible();
    await examine(page, 'the splash');
    whoami.release();
  });

  await test.step('cards come where their skeletons were', async () => {
    const list = network.hold(/GET \/workspaces$/);
    await page.goto('/workspaces', { waitUntil: 'commit' });
    await expect(page.getByText('Loading Workspaces...')).toBeAttached();
    const skeleton = await page.locator('.workspace-grid').boundingBox();
    await examine(page, 'skeletons of workspaces');
    list.release();
    await expect(page.getByRole('article')).toHaveCount(2);
    const grid = await page.locator('.workspace-grid').boundingBox();
    expect([grid?.x, grid?.y, grid?.width]).toEqual([skeleton?.x, skeleton?.y, skeleton?.width]);
  });

  await test.step('a workspace is created once', async () => {
    await page.getByRole('link', { name: 'Create New Workspace' }).click();
    await page.getByLabel('Display Name').fill('Once');
    const creation = network.hold(/POST \/workspaces\/new/);
    await page.getByRole('button', { name: 'Create Workspace' }).dblclick();
    await expect(page.getByRole('button', { name: 'Creating...' })).toBeVisible();
    await page.getByRole('button', { name: 'Creating...' }).click({ force: true });
    await page.getByLabel('Display Name').press('Enter');
    await examine(page, 'while a workspace is created');
    expect(creation.count()).toBe(1);
    creation.release();
    await expect(page.getByRole('heading', { level: 1, name: 'Once' })).toBeVisible();
    expect(await ask(context, workspaceCalls.listWorkspaces)).toHaveLength(3);
  });

  await test.step('so is a token', async () => {
    await page.goto(`/workspace/${params.workspaceId}/tokens`);
    await page.getByLabel('Token Name').fill('Once');
    await page.getByLabel('Expiration').fill('1d');
    const creation = network.hold(/POST .*authTokens/);
    await page.getByLabel('Expiration').press('Enter');
    await expect(page.getByRole('button', { name: 'Generating...' })).toBeVisible();
    await page.getByLabel('Expiration').press('Enter');
    creation.release();
    await expect(page.getByRole('dialog', { name: 'Token Generated' })).toBeVisible();
    expect((await ask(context, authTokenCalls.listAuthTokens, { params })).authTokens).toHaveLength(1);
  });

  await test.step('a star shows at once', async () => {
    await page.goto('/workspaces');
    const favourite = network.hold(/PATCH .*favourite/);
    const card = page.getByRole('article').filter({ hasText: 'Patient' });
    await card.getByRole('button', { name: 'Set Favourite' }).click();
    await expect(card.getByRole('button', { name: 'Remove Favourite' })).toBeVisible();
    favourite.release();
    await expect
      .poll(async () => (await ask(context, workspaceCalls.listWorkspaces)).filter((one) => one.isFavourite).length)
      .toBe(1);
  });
});
