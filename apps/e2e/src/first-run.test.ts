import type { BrowserContext, Locator, Page } from '@playwright/test';
import { chooseAction } from './support/choose-action.ts';
import { urls } from './support/urls.ts';
import { linkFromEmail } from './support/inbox.ts';
import {
  acceptTerms,
  becomeInvitee,
  fillProfile,
  dismissVerificationBanner,
  newEmail,
  signUp,
  verifyEmail,
} from './support/user-flows.ts';
import { expect, test } from './support/test.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

// @covers 1.1 1.2 2.workspace-details.4 2.workspace-details.5 2.api-tokens-page.4 4.workspace-creation.4 8.12 8.13
test('[0.1] a user signs up, opens a workspace, shares one, uses a token and deletes the workspace', async ({
  page,
  anotherContext,
}) => {
  const email = newEmail('ada');
  const colleague = newEmail('grace');

  await test.step('sign up, review and accept the terms', async () => {
    await signUp(page, email);
    await acceptTerms(page);
  });

  await test.step('the banner guides through the verification', async () => {
    await expect(page.getByRole('button', { name: 'Resend Email' })).toBeVisible();
    await page.getByRole('button', { name: 'Already verified?' }).click();
    await expect(page.getByRole('button', { name: 'Not Verified, Try Again' })).toBeVisible();
    await verifyEmail(page, email);
    await dismissVerificationBanner(page);
    await expect(page.getByRole('button', { name: 'Resend Email' })).toBeHidden();
  });

  await test.step('completing the profile opens the instance of the default workspace', async () => {
    await fillProfile(page, 'Ada');
    await page.waitForURL(`${urls.hostedApp}/**`);
    await expect(
      page
        .getByText("Ada's Production Workspace")
        .or(page.getByText(/'s Production Workspace/))
        .first(),
    ).toBeVisible();
    await expect(page.getByText('OWNER').first()).toBeVisible();
  });

  await test.step('create a local workspace', async () => {
    await page.goto(`${urls.portal}/workspaces`);
    await expect(heading(page, 'One Workspace')).toBeVisible();
    await page.getByRole('link', { name: 'Create New Workspace' }).click();
    await page.getByLabel('Display Name').fill('My laptop');
    await page.getByRole('radio', { name: /Local Dev Instance/ }).check();
    await page.getByRole('button', { name: 'Create Workspace' }).click();
    await expect(heading(page, 'My laptop')).toBeVisible();
  });

  await test.step('invite a colleague', async () => {
    await page.getByLabel('User Email to Grant Workspace Access').fill(colleague.toUpperCase());
    await page.getByRole('button', { name: 'Add User To Workspace' }).click();
    await expect(
      page.getByText(`we have notified ${colleague} that you invited them to collaborate on this workspace.`),
    ).toBeVisible();
    await expect(page.getByRole('row', { name: colleague })).toContainText('Collaborator');
  });

  await test.step('the colleague signs up from the email and is a collaborator', async () =>
    expectSharedWorkspace(await anotherContext(), colleague));

  const token = await test.step('generate a token', () => generateToken(page));
  await test.step('the token authenticates API calls', async () => {
    const response = await whoami({ authorization: `Bearer ${token}` });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ user: { email }, token: { name: 'Deploy' } });
  });

  await test.step('a revoked token is rejected', async () => {
    const row = page.getByRole('table', { name: 'Active Tokens' }).getByRole('row', { name: 'Deploy' });
    // A token that was used has a dialog, which shows what it did.
    await page.reload();
    await chooseAction(page, 'Deploy', 'Revoke', row);
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
    await expect(
      page.getByRole('table', { name: 'Inactive Tokens' }).getByRole('row', { name: 'Deploy' }),
    ).toBeVisible();
    // The row moves before the API has responded.
    await expect.poll(async () => (await whoami({ authorization: `Bearer ${token}` })).status).toBe(401);
  });

  await test.step('delete the workspace', () => deleteWorkspace(page));
  await test.step('after logging out the old cookie is rejected', () => expectLogoutEndsSession(page));
});

async function expectSharedWorkspace(context: BrowserContext, email: string): Promise<void> {
  const page = await context.newPage();
  await becomeInvitee(page, email, 'Grace', await linkFromEmail(email, /You are invited to a workspace/));
  await page.getByRole('link', { name: 'Go to your workspaces' }).click();
  const card = page.getByRole('article').filter({ hasText: 'My laptop' });
  await expect(card).toContainText(/Role: collaborator/i);
  await expect(card).toContainText("Owner: Ada O'Brien");
}

async function generateToken(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'API Tokens' }).first().click();
  await expect(heading(page, 'My laptop > API Tokens')).toBeVisible();
  await page.getByLabel('Token Name').fill('Deploy');
  await page.getByLabel('Expiration').fill('48h');
  await page.getByRole('button', { name: 'Generate API Token' }).click();
  const modal = page.getByRole('dialog', { name: 'Token Generated' });
  await expect(modal).toContainText('We are only showing you the value of this token once.');
  const token = await modal.getByLabel('API token').inputValue();
  await expect(modal.getByText(/^Deploy expires /)).toBeVisible();
  expect(await modal.getByLabel('API token').evaluate((field) => field.scrollLeft), 'the beginning is shown').toBe(0);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await modal.getByRole('button', { name: 'Copy token' }).click();
  await expect(modal.getByText('Token copied!').first()).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  await expectSamplesByKeyboard(modal);
  await modal.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await expect(page.getByRole('row', { name: 'Deploy' })).toBeVisible();
  expect(await page.content()).not.toContain(token);
  return token;
}

/** The tabs of code samples: the arrow keys switch between them, and they keep their place. */
async function expectSamplesByKeyboard(modal: Locator): Promise<void> {
  const curl = modal.getByRole('tab', { name: 'curl' });
  await curl.focus();
  const place = await curl.boundingBox();
  for (const [name, file] of [
    ['curl', 'Command'],
    ['TypeScript', 'members.mts'],
    ['GitHub Actions', '.github/workflows/members.yml'],
    ['GitLab CI', '.gitlab-ci.yml'],
  ] as const) {
    await expect(modal.getByRole('tab', { name })).toBeFocused();
    await expect(modal.getByRole('group', { name: file, exact: true })).toContainText('PORTAL_TOKEN');
    expect(await curl.boundingBox(), `the place of the tabs with ${name}`).toEqual(place);
    await curl.page().keyboard.press('ArrowRight');
  }
}

async function deleteWorkspace(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Workspace settings' }).click();
  await page.getByRole('button', { name: 'Delete Workspace' }).click();
  const modal = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await modal.getByLabel('Type the workspace name to confirm').fill('My laptop');
  await modal.getByRole('button', { name: 'Delete Workspace' }).click();
  await expect(page).toHaveURL(`${urls.portal}/workspaces`);
  await expect(page.getByText('My laptop was deleted.')).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: 'My laptop' })).toBeHidden();
}

async function expectLogoutEndsSession(page: Page): Promise<void> {
  const cookies = await page.context().cookies(urls.authApi);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  expect((await whoami({ cookie })).status).toBe(200);
  await page.getByRole('button', { name: /Hi Ada!/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByText('You have successfully logged out')).toBeVisible();
  expect((await whoami({ cookie })).status).toBe(401);
}

const whoami = (headers: Record<string, string>) => fetch(`${urls.authApi}/whoami`, { headers });
