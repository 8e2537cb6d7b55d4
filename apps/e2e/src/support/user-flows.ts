import { expect, type Page } from '@playwright/test';
import { urls } from './urls.ts';
import { linkFromEmail } from './inbox.ts';

export const password = 'Correct-horse-1';

let count = 0;
export const newEmail = (name: string, domain = 'example.com') =>
  `${name}-${process.env['TEST_WORKER_INDEX'] ?? ''}${Date.now().toString(36)}${count++}@${domain}`;

/** Signs up through the portal and the form of the identity provider. */
export async function signUp(page: Page, email: string): Promise<void> {
  await page.goto(`${urls.portal}/signup`);
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Sign up' }).click();
}

/** Accepts and signs up on the page of an invitation link. */
export async function signUpFromInvitation(page: Page, email: string, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Accept and sign up' }).click();
  await expect(page.locator('input[name=email]')).toHaveValue(email);
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Sign up' }).click();
}

/** Accepts an invitation and signs up, completes the terms, verification and profile, and returns to the invitation as a member. */
export async function becomeInvitee(page: Page, email: string, nickname: string, link: string): Promise<void> {
  await signUpFromInvitation(page, email, link);
  await acceptTerms(page);
  await verifyEmail(page, email);
  await dismissVerificationBanner(page);
  await fillProfile(page, nickname);
  await expect(page).toHaveURL(`${link}?accepted`);
  await expect(page.getByRole('heading', { level: 1, name: /^You joined / })).toBeVisible();
}

/** Accepts an invitation that the page shows. */
export async function acceptInvitation(page: Page, workspace: string): Promise<void> {
  await page.getByRole('button', { name: `Accept the invitation to ${workspace}` }).click();
  await expect(page.getByText(`You joined ${workspace}.`)).toBeVisible();
}

/** Fills in the login form of the identity provider, which the page must show. */
export async function enterLogin(page: Page, email: string): Promise<void> {
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

export async function logIn(page: Page, email: string): Promise<void> {
  await page.goto(`${urls.portal}/login`);
  await enterLogin(page, email);
}

export async function logOut(page: Page): Promise<void> {
  await page.goto(`${urls.portal}/logout`);
  // Opening the URL directly asks for confirmation.
  await page.getByRole('link', { name: 'Log out' }).click();
  await expect(page.getByText('You have successfully logged out')).toBeVisible();
}

/** Opens the link of the verification email in a new tab. */
export async function verifyEmail(page: Page, email: string): Promise<void> {
  const tab = await page.context().newPage();
  await tab.goto(await linkFromEmail(email, /verify/i));
  await expect(tab.getByRole('heading', { level: 1 })).toContainText(/verified/i);
  await tab.close();
}

/** Waits until the banner disappears: by its button, or because the page notices the verification. */
export async function dismissVerificationBanner(page: Page): Promise<void> {
  const check = page.getByRole('button', { name: /Already verified\?|Not Verified, Try Again/ });
  await expect(async () => {
    if (await check.isVisible()) await check.click({ timeout: 1_000 });
    await expect(check).toBeHidden({ timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
}

export async function acceptTerms(page: Page): Promise<void> {
  await expect(page).toHaveURL(`${urls.portal}/review-legal`);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Agree and continue' }).click();
  await expect(page).not.toHaveURL(`${urls.portal}/review-legal`);
}

export async function fillProfile(page: Page, nickname: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Welcome To the product!' })).toBeVisible();
  await page.getByLabel('First Name').fill('Ada');
  await page.getByLabel('Last Name').fill("O'Brien");
  await page.getByLabel('Nickname').fill(nickname);
  await page.getByRole('button', { name: 'Save' }).click();
}

/** Signs a user up, completes the terms, verification and profile, and opens the workspaces page. */
export async function becomeMember(page: Page, email: string, nickname: string): Promise<void> {
  await signUp(page, email);
  await acceptTerms(page);
  await verifyEmail(page, email);
  await dismissVerificationBanner(page);
  await fillProfile(page, nickname);
  await page.waitForURL(`${urls.hostedApp}/**`);
  await page.goto(`${urls.portal}/workspaces`);
}
