import { workspaceCalls } from '@portal/contract';
import type { Page } from '@playwright/test';
import { urls } from './support/urls.ts';
import { createMember } from './support/accounts.ts';
import { callApi, fetchUser } from './support/call-api.ts';
import { openWithoutPolling } from './support/open-without-polling.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { enterLogin, logIn, logOut } from './support/user-flows.ts';
import { expect, test } from './support/test.ts';

/** Fills in a form, and submits it after the session ended. A logout in another tab would remove the page at once. */
async function submitWithoutSession(page: Page): Promise<void> {
  await openWithoutPolling(page, '/workspace/new');
  await page.getByLabel('Display Name').fill('Not to be lost');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Create Workspace' }).click();
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
}

/** Under automation every tab counts as focused, so the browser sends no focus event. */
const focusWindow = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

async function dismissAccountSwitchNotice(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('dialog', { name: 'You switched accounts' })).toContainText(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: 'Hi Olga!' })).toBeVisible();
}

test('a session that ended shows a dialog, and a login in another tab keeps the typed values', async ({
  context,
  page,
}) => {
  const { email } = await createMember(context);
  await submitWithoutSession(page);
  await expectAccessible(page, 'the end of a session');

  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Log in in a new tab' }).click();
  const tab = await opened;
  await enterLogin(tab, email);
  await tab.waitForURL(`${urls.portal}/workspaces`);
  await tab.close();

  await focusWindow(page);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByLabel('Display Name')).toHaveValue('Not to be lost');
  await page.getByRole('button', { name: 'Create Workspace' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Not to be lost' })).toBeVisible();
  expect(await callApi(context, workspaceCalls.listWorkspaces)).toHaveLength(2);
});

test('a login in the same tab returns to the page', async ({ context, page }) => {
  const { email } = await createMember(context);
  await submitWithoutSession(page);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await enterLogin(page, email);
  await expect(page).toHaveURL(`${urls.portal}/workspace/new`);
  await expect(page.getByRole('heading', { level: 1, name: 'Create New Workspace' })).toBeVisible();
});

test('after another user logged in, the page keeps nothing of the previous user', async ({
  anotherContext,
  context,
  page,
}) => {
  const { email } = await createMember(await anotherContext(), { nickname: 'Olga' });
  await createMember(context, { nickname: 'Ada' });
  await submitWithoutSession(page);
  const tab = await context.newPage();
  await logIn(tab, email);
  await tab.waitForURL(`${urls.hostedApp}/**`);
  await tab.close();
  await focusWindow(page);
  await dismissAccountSwitchNotice(page, email);
  await expect(page.getByLabel('Display Name')).toHaveValue('');
  expect((await fetchUser(context)).email).toBe(email);
});

test('a login by another user in another tab resets this tab before it can send requests', async ({
  anotherContext,
  context,
  page,
}) => {
  const { email } = await createMember(await anotherContext(), { nickname: 'Olga' });
  await createMember(context, { nickname: 'Ada' });
  await openWithoutPolling(page, '/workspace/new');
  await expect(page.getByRole('button', { name: 'Hi Ada!' })).toBeVisible();
  await page.getByLabel('Display Name').fill('Plans of Ada');
  const tab = await context.newPage();
  await logOut(tab);
  await logIn(tab, email);
  await tab.waitForURL(`${urls.hostedApp}/**`);
  await dismissAccountSwitchNotice(page, email);
  await expect(page.getByLabel('Display Name')).toHaveValue('');
});
