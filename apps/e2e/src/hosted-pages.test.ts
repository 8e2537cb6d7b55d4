import type { Browser, Page } from '@playwright/test';
import { memberCalls } from '@portal/contract';
import { createMember, createWorkspace } from './support/accounts.ts';
import { callApi } from './support/call-api.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { findA11yViolations } from './support/find-a11y-violations.ts';
import { findEmail } from './support/inbox.ts';
import { expect, test } from './support/test.ts';
import { urls } from './support/urls.ts';
import { enterLogin, newEmail } from './support/user-flows.ts';

// Pages outside of the portal: of the API, of the identity provider and of the emulators.

/** Without a check of the console: the browser logs an error for a page with the status 400. */
const openPage = async (browser: Browser) => (await browser.newContext()).newPage();

async function expectBranded(page: Page, state: string): Promise<void> {
  await expect(page.locator('body > :is(svg, .mark)'), state).toBeVisible();
  const loadedFonts = () =>
    page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family));
  await expect.poll(loadedFonts, state).toEqual(expect.arrayContaining([expect.stringContaining('Inter')]));
  await expectAccessible(page, state);
}

/** Lists the emails to one user. The inbox of all users reloads whenever another test causes an email. */
const inboxOf = (email: string) => `${urls.inbox}/?to=${encodeURIComponent(email)}`;

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test('the Auth0 emulator has the look of the portal, and every page leads back to it', async ({ browser }) => {
  const page = await openPage(browser);

  await test.step('the forms', async () => {
    await page.goto(`${urls.portal}/login`);
    await expect(heading(page, 'Log in')).toBeVisible();
    await expectBranded(page, 'login');
    const positions = () =>
      page
        .locator('main :is(h1, label, input, button, a)')
        .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().top));
    const before = await positions();
    await page.getByLabel('Email address').fill(newEmail('unknown'));
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText('Wrong email address or password.')).toBeVisible();
    await expect.poll(positions, 'an error moves nothing').toEqual(before);
    await expectAccessible(page, 'login with an error');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expectBranded(page, 'forgotten password');
    await page.getByLabel('Email address').fill(newEmail('unknown'));
    await page.getByRole('button', { name: 'Send link' }).click();
    await expectBranded(page, 'a link was sent');
    await page.getByRole('link', { name: 'Back to login' }).click();
    await page.getByRole('link', { name: 'Sign up' }).click();
    await expectBranded(page, 'sign-up');
    await page.getByRole('link', { name: 'Continue with GitHub' }).click();
    await expectBranded(page, 'social login');
  });

  await test.step('Back leads to the portal', async () => {
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(heading(page, /^Welcome to /)).toBeVisible();
    await expect(page.getByText('You didn’t finish logging in.')).toBeVisible();
  });

  await test.step('the back button of the browser leads to the portal', async () => {
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(heading(page, 'Log in')).toBeVisible();
    await page.goBack();
    await expect(heading(page, /^Welcome to /)).toBeVisible();
  });

  await test.step('an expired login leads to the portal', async () => {
    await page.goForward();
    const form = page.url();
    await enterLogin(page, 'member@example.com');
    await page.waitForURL(`${urls.portal}/**`);
    await page.goto(form);
    await expect(heading(page, 'This login has expired')).toBeVisible();
    await expectBranded(page, 'an expired login');
    await page.getByRole('link', { name: 'Go to the portal' }).click();
    await page.waitForURL(`${urls.portal}/**`);
  });
  await page.context().close();
});

test('the pages of the API and of an instance have the look of the portal', async ({ browser }) => {
  const page = await openPage(browser);
  const context = page.context();
  await createMember(context);
  const workspaceId = await createWorkspace(context, { displayName: 'Ours', instanceEnvType: 'SI' });
  const invitee = newEmail('grace');
  await callApi(context, memberCalls.inviteMember, { params: { workspaceId }, body: { email: invitee } });
  const unsubscribe = /\S+\/invitation-emails\/stop\S+/.exec((await findEmail(invitee, /You are invited/)).text)?.[0];

  const pages: readonly (readonly [url: string, title: string])[] = [
    [`${urls.authApi}/workspaces/${workspaceId}/go?confirm=1`, 'Open Ours?'],
    [`${urls.authApi}/auth/logout?confirm=1`, 'Do you want to log out?'],
    [`${urls.authApi}/workspaces/01ARZ3NDEKTSV4RRFFQ69G5FAV/go`, 'Workspace not found'],
    [`${urls.authApi}/account-deletion/cancel?token=none`, 'This link does not work'],
    [unsubscribe ?? '', 'Stop invitation emails?'],
  ];
  for (const [url, title] of pages) {
    await page.goto(url);
    await expect(heading(page, title)).toBeVisible();
    await expectBranded(page, title);
  }
  await page.getByRole('button').click();
  await expectBranded(page, 'stopped invitation emails');
  await page.goto(`${urls.authApi}/workspaces/${workspaceId}/go?confirm=1`);
  await page.getByRole('link', { name: 'Open workspace' }).click();
  await expect(heading(page, 'Ours')).toBeVisible();
  await expectBranded(page, 'an instance');
  await context.close();
});

test('the API reference finds a call by its task, and fits into a phone', async ({ browser }) => {
  const page = await openPage(browser);
  const field = page.getByRole('searchbox', { name: 'Search' });
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await page.goto(`${urls.authApi}/docs`);
  // The whole page takes half a minute to check.
  expect(await findA11yViolations(page, { within: 'nav, main > :nth-child(-n + 60)' })).toEqual([]);

  await page.keyboard.press('/');
  await field.fill('rotate token');
  await expect(page.getByText('1 result', { exact: true })).toBeVisible();
  await field.press('Enter');
  await expect(page.getByRole('heading', { name: 'Rotate an API token' })).toBeInViewport();
  await field.press('Escape');
  await expect(contents.getByRole('link', { name: 'Rotate an API token' })).toHaveAttribute('aria-current', 'true');
  await expect(contents.getByRole('link', { name: 'Create a workspace' })).toBeHidden();

  await page.setViewportSize({ width: 320, height: 640 });
  await expect(contents.getByRole('link', { name: 'Authentication' })).toBeHidden();
  await contents.getByText('Contents').click();
  await contents.getByRole('link', { name: 'Authentication' }).click();
  await expect(page.getByRole('heading', { name: 'Authentication' })).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.context().close();
});

test('the emulators have the look of the portal', async ({ context, page }) => {
  const { email } = await createMember(context);
  const { id } = await findEmail(email, /verify/i);

  await page.goto(inboxOf(email));
  await expect(page.getByRole('table')).toBeVisible();
  await expectBranded(page, 'the inbox');
  await page.goto(`${urls.inbox}/messages/${id}`);
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible();
  await expectBranded(page, 'an email');
  // Lower than the email, of which the frame shows all.
  await page.setViewportSize({ width: 1280, height: 400 });
  const hiddenHeight = (frame: HTMLIFrameElement) =>
    (frame.contentDocument?.documentElement.scrollHeight ?? Infinity) - frame.clientHeight;
  await expect.poll(() => page.locator('iframe').evaluate(hiddenHeight)).toBe(0);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(242, 243, 245)');
  await page.getByRole('link', { name: 'Text' }).click();
  await expectBranded(page, 'the text of an email');

  for (const [name, url] of [
    ['Stripe', urls.stripe],
    ['analytics', urls.posthog],
    ['the hosted app', urls.hostedApp],
    ['the local instance', urls.localInstance],
  ] as const) {
    await page.goto(url);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectBranded(page, name);
  }
});

test('the pages of the emulators fit into a phone', async ({ context, page }) => {
  const { email } = await createMember(context);
  const { id } = await findEmail(email, /verify/i);
  await page.setViewportSize({ width: 375, height: 812 });
  for (const url of [inboxOf(email), `${urls.inbox}/messages/${id}`, urls.stripe, urls.posthog, urls.hostedApp]) {
    await page.goto(url);
    await expect(page.locator('footer')).toBeVisible();
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(overflow, url).toBeLessThanOrEqual(0);
  }
});

test('an email is readable in the light and in the dark theme of its reader', async ({ context, page }) => {
  await createMember(context);
  const workspaceId = await createWorkspace(context, { displayName: 'Ours', instanceEnvType: 'SI' });
  const invitee = newEmail('grace');
  await callApi(context, memberCalls.inviteMember, { params: { workspaceId }, body: { email: invitee } });
  const { html } = await findEmail(invitee, /You are invited/);
  await page.setContent(html ?? '');
  await expect(page.getByRole('link', { name: 'View the invitation' })).toBeVisible();
  // A mail program has the landmarks.
  const disabledRules = ['landmark-one-main', 'region'];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findA11yViolations(page, { disabledRules }), colorScheme).toEqual([]);
  }
});
