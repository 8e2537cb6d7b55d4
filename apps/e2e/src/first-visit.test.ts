import { addresses } from './support/addresses.ts';
import { signedUp } from './support/accounts.ts';
import { examine } from './support/examine.ts';
import { acceptTerms, leaveBanner, newEmail, password, verifyEmail } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('a first visit: from any page to the sign-up, through the terms and the profile, into the default workspace', async ({
  page,
}) => {
  const email = newEmail('ada');

  await test.step('the legal documents are open to everybody', async () => {
    await page.goto('/legal');
    await expect(page.getByRole('heading', { level: 1, name: 'Legal' })).toBeVisible();
    await examine(page, 'legal');
    await page.getByRole('navigation', { name: 'Documents' }).getByRole('link').last().click();
    await expect(page).toHaveURL(/\/legal\/[\w-]+$/);
    const printed = page.waitForEvent('popup');
    await page
      .getByRole('link', { name: /^Print / })
      .first()
      .click();
    const print = await printed;
    await expect(print.getByRole('button', { name: 'Print' })).toBeVisible();
    await examine(print, 'print');
    await print.close();
  });

  await test.step('a page that wants a login leads to the provider', async () => {
    await page.goto('/profile');
    await page.waitForURL(`${addresses.identityProvider}/**`);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.goto('/login');
    await expect(page.getByText('The last login was not completed.')).toBeVisible();
    await examine(page, 'login');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.locator('input[name=email]').fill(email);
    await page.locator('input[name=password]').fill(password);
    await page.getByRole('button', { name: 'Sign up' }).click();
  });

  await test.step('the terms come first', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Review the legal documents' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Billing' })).toBeHidden();
    await page.goto('/workspaces');
    await expect(page).toHaveURL(/review-legal$/);
    await examine(page, 'review of the terms, with the banner');
    await acceptTerms(page);
  });

  await test.step('then the profile, which waits for the verified address', async () => {
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
    await examine(page, 'profile with errors, unverified');
    await page.getByRole('button', { name: 'Resend Email' }).click();
    await expect(page.getByRole('button', { name: 'Resend Email' })).toBeHidden();
    await verifyEmail(page, email);
    await leaveBanner(page);
  });

  await test.step('saved, it leads into the default workspace', async () => {
    await page.getByLabel('Nickname').fill('Ada');
    await page.getByLabel('Github Username').fill('ada');
    await examine(page, 'profile, verified');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(`${addresses.hostedApp}/**`);
    await expect(page.getByRole('heading', { level: 1, name: /Production Workspace/ })).toBeVisible();
    await expect(page.locator('#person-email')).toHaveText(email);
  });
});

test('the provider’s answer that an address is verified already lets somebody on', async ({ context, page }) => {
  const { email } = await signedUp(context);
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
test('an address that leads nowhere and a phone are told so', async ({ page, browser }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1, name: '404 not found :(' })).toBeVisible();
  await examine(page, '404');
  await page.getByRole('link', { name: 'Back to login' }).click();
  await page.waitForURL(`${addresses.identityProvider}/**`);

  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';
  const phone = await browser.newContext({ userAgent, viewport: { width: 390, height: 844 } });
  const small = await phone.newPage();
  await small.goto('/workspaces');
  await expect(small.getByText('This product can only be used on a desktop computer.')).toBeVisible();
  await phone.close();
});
