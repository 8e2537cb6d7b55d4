import type { Page } from '@playwright/test';
import { createMember } from './support/accounts.ts';
import { expectAccessible, expectReadableInDarkTheme } from './support/expect-accessible.ts';
import { linkFromEmail } from './support/inbox.ts';
import { expect, test } from './support/test.ts';
import { urls } from './support/urls.ts';
import { logIn } from './support/user-flows.ts';

/** Moves the focus by the Tab key to a button or link, and presses it. */
async function press(page: Page, role: 'button' | 'link', name: string): Promise<void> {
  const target = page.getByRole(role, { name, exact: true });
  await expect(target).toBeVisible();
  for (let count = 0; count < 40; count++) {
    if (await target.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
  await page.keyboard.press('Enter');
}

async function openPage(page: Page): Promise<void> {
  await page.goto(`${urls.portal}/security`);
  await expect(page.getByRole('heading', { level: 2, name: 'Second factor' })).toBeVisible();
}

const expectReadable = async (page: Page, state: string) => {
  await expectAccessible(page, `login and security: ${state}`);
  await expectReadableInDarkTheme(page, `login and security: ${state}`);
};

test('a user turns on a second factor at the provider by the keyboard, and sees it on after the next login', async ({
  anotherContext,
  context,
  page,
}) => {
  const { email } = await createMember(context);
  await openPage(page);
  await expect(page.getByText('Off', { exact: true })).toBeVisible();
  await expectReadable(page, 'no second factor');
  await press(page, 'button', 'Turn on the second factor');
  await expect(page.getByText('Continue at the login service')).toBeVisible();
  await expectReadable(page, 'the page of the provider is ready');
  await press(page, 'link', 'Continue at the login service');
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('link', { name: 'Go to the portal' }).click();
  await expect(page.getByText('Set up, not asked for yet')).toBeVisible();
  await expectReadable(page, 'a second factor that was not asked for');
  await linkFromEmail(email, /second factor is being set up/i);

  const another = await (await anotherContext()).newPage();
  await logIn(another, email);
  await another.waitForURL(`${urls.hostedApp}/**`);
  await openPage(another);
  await expect(another.getByText('On', { exact: true })).toBeVisible();
  await expectReadable(another, 'a second factor');
});

test('a user asks for the email by which the password is changed', async ({ context, page }) => {
  const { email } = await createMember(context);
  await openPage(page);
  await press(page, 'button', 'Change password');
  await expect(page.getByText('We asked the login service to send an email to')).toContainText(email);
  await expectReadable(page, 'the email was requested');
  await page.goto(await linkFromEmail(email, /reset your password/i));
  await page.locator('input[name=password]').fill('Another-horse-2');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('heading', { name: 'Your password has changed' })).toBeVisible();
});
