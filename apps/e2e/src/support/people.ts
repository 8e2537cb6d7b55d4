import { expect, type Page } from '@playwright/test';
import { addresses } from './addresses.ts';
import { linkFromMail } from './inbox.ts';

export const password = 'Correct-horse-1';

let count = 0;
/** An address that nobody has used in this stack. */
export const newEmail = (name: string, domain = 'example.com') =>
  `${name}-${process.env['TEST_WORKER_INDEX'] ?? ''}${Date.now().toString(36)}${count++}@${domain}`;

/** From the portal's sign-up address through the provider's form. */
export async function signUp(page: Page, email: string, address = `${addresses.portal}/signup`): Promise<void> {
  await page.goto(address);
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Sign up' }).click();
}

/** Fills in the provider’s login, where the page is there. */
export async function enterLogin(page: Page, email: string): Promise<void> {
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

export async function logIn(page: Page, email: string): Promise<void> {
  await page.goto(`${addresses.portal}/login`);
  await enterLogin(page, email);
}

export async function logOut(page: Page): Promise<void> {
  await page.goto(`${addresses.portal}/logout`);
  // A typed address is confirmed.
  await page.getByRole('link', { name: 'Log out' }).click();
  await expect(page.getByText('You have successfully logged out')).toBeVisible();
}

/** Opens the link of the verification mail, as it opens from a mail program: in a tab of its own. */
export async function verifyEmail(page: Page, email: string): Promise<void> {
  const tab = await page.context().newPage();
  await tab.goto(await linkFromMail(email, /verify/i));
  await expect(tab.getByRole('heading', { level: 1 })).toContainText(/verified/i);
  await tab.close();
}

/** Leaves the banner behind: by its button, or because the page noticed by itself that the address is verified. */
export async function leaveBanner(page: Page): Promise<void> {
  const check = page.getByRole('button', { name: /Already verified\?|Not Verified, Try Again/ });
  await expect(async () => {
    if (await check.isVisible()) await check.click({ timeout: 1_000 });
    await expect(check).toBeHidden({ timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
}

export async function acceptTerms(page: Page): Promise<void> {
  await expect(page).toHaveURL(`${addresses.portal}/review-legal`);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Agree and continue' }).click();
  await expect(page).not.toHaveURL(`${addresses.portal}/review-legal`);
}

/** The first review of the profile. */
export async function fillProfile(page: Page, nickname: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Welcome To the product!' })).toBeVisible();
  await page.getByLabel('First Name').fill('Ada');
  await page.getByLabel('Last Name').fill("O'Brien");
  await page.getByLabel('Nickname').fill(nickname);
  await page.getByRole('button', { name: 'Save' }).click();
}

/** A verified person with terms and profile done, on the workspaces page. */
export async function becomeMember(page: Page, email: string, nickname: string, address?: string): Promise<void> {
  await signUp(page, email, address);
  await acceptTerms(page);
  await verifyEmail(page, email);
  await leaveBanner(page);
  await fillProfile(page, nickname);
  await page.waitForURL(`${addresses.hostedApp}/**`);
  await page.goto(`${addresses.portal}/workspaces`);
}
