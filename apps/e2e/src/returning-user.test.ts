import { workspaceCalls } from '@portal/contract';
import { addresses } from './support/addresses.ts';
import { aMember, aWorkspace } from './support/accounts.ts';
import { ask } from './support/ask.ts';
import { examine } from './support/examine.ts';
import { enterLogin, logIn } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('a returning user: logs in, arrives where they were heading, and finds the portal as they left it', async ({
  anotherContext,
  context,
  page,
}) => {
  const before = await anotherContext();
  const { email } = await aMember(before);
  const named = await aWorkspace(before, { displayName: 'Vieux Montréal' });
  await aWorkspace(before, { displayName: 'Zürich' });

  await test.step('a login leads to the default workspace', async () => {
    await logIn(page, email);
    await page.waitForURL(`${addresses.hostedApp}/**`);
    await expect(page.locator('#role')).toHaveText('OWNER');
    await context.clearCookies();
  });

  await test.step('a login on the way to a page leads there', async () => {
    await page.goto(`/workspace/${named}/tokens`);
    await enterLogin(page, email);
    await expect(page).toHaveURL(`${addresses.portal}/workspace/${named}/tokens`);
    await expect(page.getByRole('heading', { level: 1, name: 'Vieux Montréal > API Tokens' })).toBeVisible();
  });

  const cards = page.getByRole('article');
  await test.step('the list is in order, and favourites come up', async () => {
    await page.getByRole('link', { name: 'Workspaces', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: '3 Workspaces' })).toBeVisible();
    await expect(cards.first()).toContainText('DEFAULT');
    await cards.filter({ hasText: 'Zürich' }).getByRole('button', { name: 'Set Favourite' }).click();
    await expect(cards.nth(1)).toContainText('Zürich');
    await examine(page, 'workspaces');
  });

  await test.step('search, menu and the hidden ones', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('VIEUX');
    await expect(cards).toHaveCount(1);
    await page.getByLabel('Search workspaces').fill('nothing of the kind');
    await expect(cards).toHaveCount(0);
    await examine(page, 'a search without a result');
    await page.getByRole('button', { name: 'Clear search' }).last().click();
    await page.getByRole('button', { name: 'Menu of Zürich' }).click();
    await expect(page.getByRole('menuitem', { name: 'API Tokens' })).toBeVisible();
    await examine(page, 'the menu of a card');
    await page.getByRole('menuitem', { name: 'Hide from the list' }).click();
    await expect(cards).toHaveCount(2);
    await page.getByRole('button', { name: 'Show hidden (1)' }).click();
    await expect(cards.filter({ hasText: 'Zürich' })).toContainText('Hidden');
    await examine(page, 'with the hidden ones');
  });

  await test.step('the theme that was chosen stays', async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByRole('button', { name: /dark/i }).click();
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('button', { name: 'Use the system’s theme' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  });

  await test.step('what another device changed is there after a reload', async () => {
    await ask(before, workspaceCalls.updateWorkspace, {
      params: { workspaceId: named },
      body: { displayName: 'Québec' },
    });
    await page.reload();
    await expect(cards.filter({ hasText: 'Québec' })).toBeVisible();
    await cards.filter({ hasText: 'Québec' }).getByRole('link', { name: 'Québec' }).click();
    await page.waitForURL(`${addresses.localInstance}/**`);
    await expect(page.getByRole('heading', { level: 1, name: 'Québec' })).toBeVisible();
  });
});

test('somebody without a workspace is asked to make one, and long names in any script break nothing', async ({
  context,
  page,
}) => {
  await aMember(context, { nickname: '山田太郎'.repeat(6), firstName: 'محمد', lastName: 'Ünlü' });
  const [first] = await ask(context, workspaceCalls.listWorkspaces);
  if (!first) throw new Error('Nobody begins without a workspace');
  await ask(context, workspaceCalls.deleteWorkspace, { params: { workspaceId: first.id } });
  await page.goto('/workspaces');
  await expect(page.getByRole('heading', { level: 1, name: 'Create A Workspace' })).toBeVisible();
  await examine(page, 'no workspace');

  const long = 'x'.repeat(500);
  const workspaceId = await aWorkspace(context, { displayName: long, description: 'y'.repeat(2000) });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'One Workspace' })).toBeVisible();
  await examine(page, 'a long name');
  for (const path of [`/workspace/${workspaceId}`, `/workspace/${workspaceId}/tokens`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: long.slice(0, 50) })).toBeVisible();
    await examine(page, `a long name at ${path}`);
  }
});
