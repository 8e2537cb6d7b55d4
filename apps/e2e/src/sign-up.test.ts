import type { Page } from '@playwright/test';
import { urls } from './support/urls.ts';
import { createSignedUpUser } from './support/accounts.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { acceptTerms, dismissVerificationBanner, newEmail, password, verifyEmail } from './support/user-flows.ts';
import { expect, test } from './support/test.ts';

test('a new user signs up, accepts the terms, completes the profile and opens the default workspace', async ({
  page,
}) => {
  const email = newEmail('ada');

  await test.step('the legal documents need no login', async () => {
    await page.goto('/legal');
    await expect(page.getByRole('heading', { level: 1, name: 'Legal' })).toBeVisible();
    await expectAccessible(page, 'legal');
    await page.getByRole('navigation', { name: 'Documents' }).getByRole('link').last().click();
    await expect(page).toHaveURL(/\/legal\/[\w-]+$/);
    const printed = page.waitForEvent('popup');
    await page
      .getByRole('link', { name: /^Print / })
      .first()
      .click();
    const print = await printed;
    await expect(print.getByRole('button', { name: 'Print' })).toBeVisible();
    await expectAccessible(print, 'print');
    await print.close();
  });

  await test.step('a page that requires a login redirects to the identity provider', async () => {
    await page.goto('/profile');
    await page.waitForURL(`${urls.auth0}/**`);
    await expectAccessible(page, 'login at the provider');
    await page.goBack();
    await expect(page).toHaveURL(`${urls.portal}/login`);
    await expect(page.getByText('You didn’t finish logging in.')).toBeVisible();
    await page.goForward();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page).toHaveURL(`${urls.portal}/login?cancelled=1`);
    await expect(page.getByText('You didn’t finish logging in.')).toBeVisible();
    await expectAccessible(page, 'login');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.locator('input[name=email]').fill(email);
    await page.locator('input[name=password]').fill(password);
    await page.getByRole('button', { name: 'Sign up' }).click();
  });

  await test.step('the terms must be accepted first', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Review the legal documents' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Billing' })).toBeHidden();
    await page.goto('/workspaces');
    await expect(page).toHaveURL(/review-legal$/);
    await expectAccessible(page, 'review of the terms, with the banner');
    // Without scrolling to the end of the documents.
    await expect(page.getByRole('button', { name: 'Agree and continue' })).toBeInViewport();
    await expectTermsInFirstView(page);
    await acceptTerms(page);
  });

  await test.step('then the profile must be completed, which requires a verified email', async () => {
    await expect(page.getByRole('heading', { name: 'Welcome To the product!' })).toBeVisible();
    await expect(page.getByText('You will not be able to use the product until you verify your email.')).toBeVisible();
    const save = page.getByRole('button', { name: 'You must verify your email address to continue' });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(save).toBeDisabled();
    await page.getByLabel('Nickname').fill('');
    await page.getByLabel('Github Username').fill('-ada');
    await page.getByLabel('Github Username').blur();
    await expect(page.getByText('This field is required')).toBeVisible();
    await expect(page.getByText('Invalid github username')).toBeVisible();
    await expectAccessible(page, 'profile with errors, unverified');
    await page.getByRole('button', { name: 'Resend Email' }).click();
    await expect(page.getByRole('button', { name: 'Resend Email' })).toBeHidden();
    await verifyEmail(page, email);
    await dismissVerificationBanner(page);
  });

  await test.step('saving the profile opens the default workspace', async () => {
    await page.getByLabel('Nickname').fill('Ada');
    await page.getByLabel('Github Username').fill('ada');
    await expectAccessible(page, 'profile, verified');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(`${urls.hostedApp}/**`);
    await expect(page.getByRole('heading', { level: 1, name: /Production Workspace/ })).toBeVisible();
    await expect(page.locator('#user-email')).toHaveText(email);
  });
});

test('resending to an email that is already verified marks the user as verified', async ({ context, page }) => {
  const { email } = await createSignedUpUser(context);
  await page.goto('/profile');
  await acceptTerms(page);
  await expect(page.getByRole('button', { name: 'Resend Email' })).toBeVisible();
  await verifyEmail(page, email);
  await page
    .getByRole('button', { name: 'Resend Email' })
    .or(page.getByRole('button', { name: 'Save' }))
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'Resend Email' })).toBeHidden();
});

// @covers 1.4
test('an unknown path shows a 404 page, and a phone shows a notice', async ({ page, browser }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1, name: '404 not found :(' })).toBeVisible();
  await expectAccessible(page, '404');
  await page.getByRole('link', { name: 'Back to login' }).click();
  await page.waitForURL(`${urls.auth0}/**`);

  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';
  const phone = await browser.newContext({ userAgent, viewport: { width: 390, height: 844 } });
  const phonePage = await phone.newPage();
  await phonePage.goto('/workspaces');
  await expect(phonePage.getByText('This product can only be used on a desktop computer.')).toBeVisible();
  await phone.close();
});

/** In a narrow window, the terms begin above the bar with the consent. */
async function expectTermsInFirstView(page: Page): Promise<void> {
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 375, height: 812 });
  const terms = page.getByRole('region', { name: 'Terms of Service' });
  const consent = page.getByRole('region', { name: 'Your agreement' });
  await expect(async () => {
    const [firstLines, bar] = [await terms.getByRole('paragraph').first().boundingBox(), await consent.boundingBox()];
    expect((firstLines?.y ?? Infinity) + (firstLines?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
    // No text shows through below the bar.
    expect((bar?.y ?? Infinity) + (bar?.height ?? 0)).toBeCloseTo(812, 0);
  }).toPass();
  if (wide) await page.setViewportSize(wide);
}
