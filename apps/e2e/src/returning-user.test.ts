import type { Response } from '@playwright/test';
import { workspaceCalls } from '@portal/contract';
import { urls } from './support/urls.ts';
import { createMember, createWorkspace } from './support/accounts.ts';
import { callApi } from './support/call-api.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { enterLogin, logIn } from './support/user-flows.ts';
import { expect, test } from './support/test.ts';

test('a returning user lands on the requested page and finds the portal as they left it', async ({
  anotherContext,
  context,
  page,
}) => {
  const otherDevice = await anotherContext();
  const { email } = await createMember(otherDevice);
  const workspaceId = await createWorkspace(otherDevice, { displayName: 'Vieux Montréal' });
  await createWorkspace(otherDevice, { displayName: 'Zürich' });

  await test.step('a login opens the default workspace', async () => {
    await logIn(page, email);
    await page.waitForURL(`${urls.hostedApp}/**`);
    await expect(page.locator('#role')).toHaveText('OWNER');
    await context.clearCookies();
  });

  await test.step('a login on the way to a page returns to it', async () => {
    await page.goto(`/workspace/${workspaceId}/tokens`);
    await enterLogin(page, email);
    await expect(page).toHaveURL(`${urls.portal}/workspace/${workspaceId}/tokens`);
    await expect(page.getByRole('heading', { level: 1, name: 'Vieux Montréal > API Tokens' })).toBeVisible();
  });

  const cards = page.getByRole('article');
  await test.step('the list is sorted, with favourites first', async () => {
    await page.getByRole('link', { name: 'Workspaces', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: '3 Workspaces' })).toBeVisible();
    await expect(cards.first()).toContainText('DEFAULT');
    const star = page.getByRole('button', { name: 'Favourite Zürich', pressed: false });
    // The star shows before it is saved, and a reload could cancel the request.
    const isSaved = (response: Response) => response.request().method() === 'PATCH' && response.ok();
    await Promise.all([page.waitForResponse(isSaved), star.click()]);
    await page.reload();
    await expect(cards.nth(1)).toContainText('Zürich');
    await expectAccessible(page, 'workspaces');
  });

  await test.step('workspaces can be searched and hidden', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('VIEUX');
    await expect(cards).toHaveCount(1);
    await page.getByLabel('Search workspaces').fill('nothing of the kind');
    await expect(cards).toHaveCount(0);
    await expectAccessible(page, 'a search without a result');
    await page.getByRole('button', { name: 'Clear search' }).last().click();
    await page.getByRole('button', { name: 'Zürich actions' }).click();
    await expect(page.getByRole('menuitem', { name: 'API Tokens' })).toBeVisible();
    await expectAccessible(page, 'the menu of a card');
    await page.getByRole('menuitem', { name: 'Hide from the list' }).click();
    await expect(cards).toHaveCount(2);
    await page.getByRole('button', { name: 'Show hidden (1)' }).click();
    await expect(cards.filter({ hasText: 'Zürich' })).toContainText('Hidden');
    await expectAccessible(page, 'with the hidden ones');
  });

  await test.step('the chosen theme is kept', async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByRole('button', { name: /dark/i }).click();
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('button', { name: 'Use system theme' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  });

  await test.step('changes by another device show after a reload', async () => {
    await callApi(otherDevice, workspaceCalls.updateWorkspace, {
      params: { workspaceId },
      body: { displayName: 'Québec' },
    });
    await page.reload();
    await expect(cards.filter({ hasText: 'Québec' })).toBeVisible();
    await cards.filter({ hasText: 'Québec' }).getByRole('link', { name: 'Québec' }).click();
    await page.waitForURL(`${urls.localInstance}/**`);
    await expect(page.getByRole('heading', { level: 1, name: 'Québec' })).toBeVisible();
  });
});

test('a user without a workspace is asked to create one, and long names in any script fit', async ({
  context,
  page,
}) => {
  await createMember(context, { nickname: '山田太郎'.repeat(6), firstName: 'محمد', lastName: 'Ünlü' });
  const [first] = await callApi(context, workspaceCalls.listWorkspaces);
  if (!first) throw new Error('A new user must have a workspace');
  await callApi(context, workspaceCalls.deleteWorkspace, { params: { workspaceId: first.id } });
  await page.goto('/workspaces');
  await expect(page.getByRole('heading', { level: 1, name: 'Create A Workspace' })).toBeVisible();
  await expectAccessible(page, 'no workspace');

  const long = 'x'.repeat(500);
  const workspaceId = await createWorkspace(context, { displayName: long, description: 'y'.repeat(2000) });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'One Workspace' })).toBeVisible();
  await expectAccessible(page, 'a long name');
  for (const path of [`/workspace/${workspaceId}`, `/workspace/${workspaceId}/tokens`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: long.slice(0, 50) })).toBeVisible();
    await expectAccessible(page, `a long name at ${path}`);
  }
});
