import { sessionCalls } from '@portal/contract';
import type { BrowserContext, Page } from '@playwright/test';
import { createMember, createWorkspace } from './support/accounts.ts';
import { sendCall } from './support/call-api.ts';
import { linkFromEmail } from './support/inbox.ts';
import { expect, test } from './support/test.ts';
import { urls } from './support/urls.ts';
import { logIn } from './support/user-flows.ts';

const newPassword = 'Another-horse-2';

const isLoggedIn = async (context: BrowserContext) => (await sendCall(context, sessionCalls.whoami)).ok();

async function enterInstance(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${urls.portal}/workspaces`);
  await page.getByRole('article').filter({ hasText: 'Staging' }).getByRole('link', { name: 'Staging' }).click();
  await page.waitForURL(`${urls.localInstance}/**`);
  return page;
}

test('a user resets the password at the provider, and every browser and instance is logged out', async ({
  anotherContext,
  context,
}) => {
  const { email } = await createMember(context);
  await createWorkspace(context);
  const other = await anotherContext();
  const otherPage = await other.newPage();
  await logIn(otherPage, email);
  await otherPage.waitForURL(`${urls.hostedApp}/**`);
  const instance = await enterInstance(other);

  const reset = await (await anotherContext()).newPage();
  await test.step('the login page sends a link to choose a new password', async () => {
    await reset.goto(`${urls.portal}/login`);
    await reset.getByRole('link', { name: 'Forgot password?' }).click();
    await reset.locator('input[name=email]').fill(email);
    await reset.getByRole('button', { name: 'Send link' }).click();
    await expect(reset.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await reset.goto(await linkFromEmail(email, /reset your password/i));
    await reset.locator('input[name=password]').fill(newPassword);
    await reset.getByRole('button', { name: 'Change password' }).click();
    await expect(reset.getByRole('heading', { name: 'Your password has changed' })).toBeVisible();
  });

  await test.step('the portal asks for the new password at once', async () => {
    await reset.getByRole('link', { name: 'Go to the portal' }).click();
    await expect(reset.locator('input[name=password]')).toBeVisible();
  });

  await test.step('both sessions, the instance and its token have ended', async () => {
    const isEitherLoggedIn = async () => (await isLoggedIn(context)) || (await isLoggedIn(other));
    await expect.poll(isEitherLoggedIn).toBe(false);
    await expect(async () => {
      await instance.goto(urls.localInstance);
      await expect(instance.getByRole('heading', { level: 1, name: 'You were logged out' })).toBeVisible({
        timeout: 500,
      });
    }).toPass({ timeout: 10_000 });
  });

  await test.step('the other browser logs in with the new password', async () => {
    await otherPage.goto(`${urls.portal}/login`);
    await otherPage.locator('input[name=email]').fill(email);
    await otherPage.locator('input[name=password]').fill(newPassword);
    await otherPage.getByRole('button', { name: 'Log in', exact: true }).click();
    await otherPage.waitForURL(`${urls.hostedApp}/**`);
    expect(await isLoggedIn(other)).toBe(true);
  });
});
