import { sessionCalls } from '@portal/contract';
import type { BrowserContext, Page } from '@playwright/test';
import { urls } from './support/urls.ts';
import { createMember, createStaffMember, createWorkspace } from './support/accounts.ts';
import { sendCall } from './support/call-api.ts';
import { clickAndConfirm } from './support/click-and-confirm.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { linkFromEmail } from './support/inbox.ts';
import { logIn } from './support/user-flows.ts';
import { expect, test } from './support/test.ts';

const isLoggedIn = async (context: BrowserContext) => (await sendCall(context, sessionCalls.whoami)).ok();

/** Opens the page of an instance, which shows whom it has logged in. */
async function expectInstance(page: Page, heading: string): Promise<void> {
  await expect(async () => {
    await page.goto(urls.localInstance);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 10_000 });
}

async function enterInstance(context: BrowserContext, workspaceId: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${urls.portal}/workspaces`);
  const card = page.getByRole('article').filter({ hasText: 'Staging' });
  await card.getByRole('link', { name: 'Staging' }).click();
  await page.waitForURL(`${urls.localInstance}/**`);
  await expect(page.locator('#workspace-id')).toHaveText(workspaceId);
  return page;
}

test('a user ends the session of another browser, which also ends in the instance and for its token', async ({
  anotherContext,
  context,
  page,
}) => {
  const { email } = await createMember(context);
  const workspaceId = await createWorkspace(context);
  const other = await anotherContext();
  const otherPage = await other.newPage();
  await logIn(otherPage, email);
  await otherPage.waitForURL(`${urls.hostedApp}/**`);
  const here = await enterInstance(context, workspaceId);
  const there = await enterInstance(other, workspaceId);

  await test.step('the page shows both sessions with the instances entered from them', async () => {
    await page.goto(`${urls.portal}/security`);
    const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
    await expect(sessions).toHaveCount(2);
    await expect(sessions.first()).toContainText('This session');
    await expect(sessions.nth(1)).toContainText(/\w+ on \w+/);
    for (const index of [0, 1]) await expect(sessions.nth(index)).toContainText('Staging');
    await expectAccessible(page, 'login and security: sessions');
  });

  await test.step('ending the other one logs that browser and its instance out', async () => {
    // The tabs of the instance opened in front of it.
    await page.bringToFront();
    // The name of the button changes while it waits for the confirmation.
    await clickAndConfirm(page.getByRole('list', { name: 'Sessions' }).getByRole('button'));
    await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1);
    expect(await isLoggedIn(other)).toBe(false);
    await expectInstance(there, 'You were logged out');
  });

  await test.step('the other browser has to enter the password again', async () => {
    await otherPage.goto(`${urls.portal}/login`);
    await expect(otherPage.locator('input[name=password]')).toBeVisible();
  });

  await test.step('this browser and its instance stay', async () => {
    expect(await isLoggedIn(context)).toBe(true);
    await here.goto(`${urls.localInstance}/reconnect`);
    await expectInstance(here, 'Staging');
  });

  await test.step('a logout here reaches the instance here', async () => {
    await page.goto(`${urls.portal}/workspaces`);
    await page.getByRole('button', { name: /^Hi / }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await expect(page.getByText('You have successfully logged out')).toBeVisible();
    await expectInstance(here, 'You were logged out');
  });

  await test.step('the page after the logout starts no new login', async () => {
    await page.getByRole('link', { name: 'login page' }).click();
    await expect(page.getByText('Log in to manage your workspaces.')).toBeVisible();
    await expect(page.getByText('You didn’t finish logging in.')).toBeHidden();
    await expect(page).toHaveURL(`${urls.portal}/login?loggedOut=1`);
  });
});

test('staff end the sessions of a user without locking the account', async ({ anotherContext, context, page }) => {
  const memberContext = await anotherContext();
  const { id, email } = await createMember(memberContext);
  const workspaceId = await createWorkspace(memberContext);
  const instance = await enterInstance(memberContext, workspaceId);
  await createStaffMember(context);
  await page.goto(`${urls.portal}/workspace-admin/users/${id}?tab=sessions`);
  await page.getByRole('button', { name: 'End sessions...' }).click();
  const dialog = page.getByRole('dialog', { name: 'End all sessions of this user?' });
  await dialog.getByLabel('Reason').fill('Lost a laptop');
  await expectAccessible(page, 'admin: end sessions');
  await dialog.getByRole('button', { name: 'End sessions' }).click();
  await expect(page.getByText(`${email} was logged out everywhere`)).toBeVisible();

  expect(await isLoggedIn(memberContext)).toBe(false);
  await expectInstance(instance, 'You were logged out');
  expect(await linkFromEmail(email, /logged out of/i)).toBe(`${urls.portal}/login`);
  const again = await memberContext.newPage();
  await again.goto(`${urls.portal}/login`);
  await expect(again.locator('input[name=password]')).toBeVisible();
});
