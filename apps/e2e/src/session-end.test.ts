import { sessionCalls, workspaceCalls } from '@portal/contract';
import type { Page } from '@playwright/test';
import { addresses } from './support/addresses.ts';
import { aMember } from './support/accounts.ts';
import { ask } from './support/ask.ts';
import { openCalm } from './support/calm.ts';
import { examine } from './support/examine.ts';
import { enterLogin, logIn, logOut } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** A page of somebody who logged out in another tab while they were filling in the form on it. */
async function endSessionUnder(page: Page): Promise<void> {
  await openCalm(page, '/workspace/new');
  await page.getByLabel('Display Name').fill('Not to be lost');
  const tab = await page.context().newPage();
  await logOut(tab);
  await tab.close();
  await page.getByRole('button', { name: 'Create Workspace' }).click();
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
}

/** Under automation every tab counts as being in front, so that none is told of coming there. */
const comeBackTo = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

async function leaveAccountNotice(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('dialog', { name: 'This is another account now' })).toContainText(email);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByRole('button', { name: 'Hi Olga!' })).toBeVisible();
}

test('a session that ended elsewhere is told over the form, and a login in another tab brings back what was typed', async ({
  context,
  page,
}) => {
  const { email } = await aMember(context);
  await endSessionUnder(page);
  await examine(page, 'the end of a session');

  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Log in in a new tab' }).click();
  const tab = await opened;
  await enterLogin(tab, email);
  await tab.waitForURL(`${addresses.portal}/workspaces`);
  await tab.close();

  await comeBackTo(page);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByLabel('Display Name')).toHaveValue('Not to be lost');
  await page.getByRole('button', { name: 'Create Workspace' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Not to be lost' })).toBeVisible();
  expect(await ask(context, workspaceCalls.listWorkspaces)).toHaveLength(2);
});

test('a login in the same tab leads back to the page', async ({ context, page }) => {
  const { email } = await aMember(context);
  await endSessionUnder(page);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await enterLogin(page, email);
  await expect(page).toHaveURL(`${addresses.portal}/workspace/new`);
  await expect(page.getByRole('heading', { level: 1, name: 'Create New Workspace' })).toBeVisible();
});

test('where somebody else logged in meanwhile, nothing of the one before is left on the page', async ({
  anotherContext,
  context,
  page,
}) => {
  const { email } = await aMember(await anotherContext(), { nickname: 'Olga' });
  await aMember(context, { nickname: 'Ada' });
  await endSessionUnder(page);
  const tab = await context.newPage();
  await logIn(tab, email);
  await tab.waitForURL(`${addresses.hostedApp}/**`);
  await tab.close();
  await comeBackTo(page);
  await leaveAccountNotice(page, email);
  await expect(page.getByLabel('Display Name')).toHaveValue('');
  expect((await ask(context, sessionCalls.whoami)).user.email).toBe(email);
});

test('a login by somebody else in another tab has this one begin anew at once, before it acts in their name', async ({
  anotherContext,
  context,
  page,
}) => {
  const { email } = await aMember(await anotherContext(), { nickname: 'Olga' });
  await aMember(context, { nickname: 'Ada' });
  await openCalm(page, '/workspace/new');
  await expect(page.getByRole('button', { name: 'Hi Ada!' })).toBeVisible();
  await page.getByLabel('Display Name').fill('Plans of Ada');
  const tab = await context.newPage();
  await logOut(tab);
  await logIn(tab, email);
  await tab.waitForURL(`${addresses.hostedApp}/**`);
  await leaveAccountNotice(page, email);
  await expect(page.getByLabel('Display Name')).toHaveValue('');
});
