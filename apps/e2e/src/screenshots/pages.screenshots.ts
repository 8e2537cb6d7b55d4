import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { accountLockCalls } from '@portal/contract';
import {
  createUserWithTerms,
  createMember,
  createSignedUpUser,
  createWorkspace,
  logInExistingUser,
} from '../support/accounts.ts';
import { urls } from '../support/urls.ts';
import { callApi } from '../support/call-api.ts';
import { linkFromEmail } from '../support/inbox.ts';
import { expect, test } from '../support/test.ts';
import { makeDeterministic } from './deterministic.ts';

const folder = fileURLToPath(new URL('../../../../docs/images/screenshots/', import.meta.url));

const viewport = { width: 1280, height: 800 };

/** Takes full-page screenshots in both themes once the page has loaded. The window gets the height of the page. */
async function takeScreenshots(page: Page, name: string): Promise<void> {
  await page.mouse.move(1, 1);
  await expect(page.locator('.bg-skeleton, [aria-busy=true]')).toHaveCount(0);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ ...viewport, height });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await page.screenshot({ path: `${folder}${name}-${colorScheme}.png`, animations: 'disabled' });
  }
  await page.setViewportSize(viewport);
}

/** Takes screenshots of a part of a page, in a window of the usual height. */
async function takePartScreenshots(page: Page, name: string, part: Locator): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await part.evaluate((element) => element.scrollIntoView({ block: 'start' }));
    await page.screenshot({ path: `${folder}${name}-${colorScheme}.png`, animations: 'disabled' });
  }
}

async function open(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

const pathOf = (url: string) => new URL(url).pathname;

// A page may still send requests when its test ends.
test.afterEach(({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' }));

test('pages without a login', async ({ context, page }) => {
  await makeDeterministic(context);
  // After returning from the provider without a login, the portal does not redirect there again.
  await context.route('**/auth/login*', (route) => route.fulfill({ body: 'Log in' }));
  // The redirect may start before the page has loaded.
  await page.goto('/login', { waitUntil: 'commit' });
  await page.waitForURL('**/auth/login*');
  await open(page, '/login', 'Welcome to System Initiative');
  await takeScreenshots(page, 'login');
  await open(page, '/legal', 'Legal');
  await takeScreenshots(page, 'legal');
  await page.getByRole('link', { name: 'Print Terms of Service' }).evaluate((link) => link.removeAttribute('target'));
  await page.getByRole('link', { name: 'Print Terms of Service' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible();
  await takeScreenshots(page, 'print-legal');
  await open(page, '/invitations/a-token', 'This link can’t be used');
  await takeScreenshots(page, 'invitation-logged-out');
  await open(page, '/no/such/page', '404 not found :(');
  await takeScreenshots(page, '404');
});

test('pages of a new user', async ({ context, page }) => {
  await createSignedUpUser(context, 'newton@example.com');
  await makeDeterministic(context);
  await open(page, '/review-legal', 'Review the legal documents');
  await expect(page.getByRole('button', { name: 'Already verified?' })).toBeVisible();
  await takeScreenshots(page, 'review-legal');
});

test('the first-time review of a profile', async ({ context, page }) => {
  await createUserWithTerms(context, 'noether@example.com');
  await makeDeterministic(context);
  await open(page, '/profile', 'Welcome To the product!');
  await takeScreenshots(page, 'profile-first');
});

test('an invitation', async ({ context, page }) => {
  const email = 'lena@fernhill.example';
  await createMember(context, { email, firstName: 'Lena', lastName: 'Novak', nickname: 'Lena' });
  await makeDeterministic(context);
  await open(page, pathOf(await linkFromEmail(email, /You are invited/)), 'Join Production');
  await takeScreenshots(page, 'invitation');
});

test('pages of a member', async ({ context, page }) => {
  await logInExistingUser(context, 'maya@fernhill.example');
  await makeDeterministic(context);
  await open(page, '/workspaces', '11 Workspaces');
  await takeScreenshots(page, 'workspaces');
  const otherLink = pathOf(await linkFromEmail('omar@fernhill.example', /You are invited/));
  await open(page, otherLink, 'This invitation is for another account');
  await takeScreenshots(page, 'invitation-wrong-account');
  await open(page, '/invitations/a-token', 'This link can’t be used');
  await takeScreenshots(page, 'invitation-unknown');
  await open(page, '/workspaces', '11 Workspaces');
  await page.getByRole('button', { name: 'Production actions' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Production' })).toBeVisible();
  const settings = page.url();
  await page.getByRole('button', { name: 'Show activity' }).click();
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
  await takeScreenshots(page, 'workspace-settings');
  await takePartScreenshots(page, 'members', page.locator('#members'));
  await takePartScreenshots(page, 'activity', page.locator('#activity'));
  // With 204 the browser stays on the redirect page.
  await context.route(`${urls.authApi}/workspaces/*/go*`, (route) => route.fulfill({ status: 204 }));
  await page.goto(`${settings}/go`, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: 'Redirecting to workspace...' })).toBeVisible();
  await takeScreenshots(page, 'workspace-go');
  await open(page, `${settings}/overview`, 'Production > Overview');
  await expect(page.getByRole('heading', { level: 2, name: /^\d+ members?$/ })).toBeVisible();
  await takeScreenshots(page, 'workspace-overview');
  await open(page, `${settings}/members`, 'Production > Members');
  await expect(page.getByRole('table', { name: 'Members of the workspace' })).toBeVisible();
  await takeScreenshots(page, 'workspace-members');
  await open(page, `${settings}/tokens`, 'Production > API Tokens');
  await takeScreenshots(page, 'tokens');
  await open(page, `${settings}/activity`, 'Production > Activity');
  await expect(page.getByRole('listitem').first()).toBeVisible();
  await takeScreenshots(page, 'workspace-activity');
  await open(page, `${settings}/webhooks`, 'Production > Webhooks');
  await takeScreenshots(page, 'webhooks');
  await open(page, '/workspace/new', 'Create New Workspace');
  await takeScreenshots(page, 'workspace-new');
  await open(page, '/billing', 'Update Your Billing Information');
  await takeScreenshots(page, 'billing');
  await open(page, '/profile', 'Update Your Profile');
  await takeScreenshots(page, 'profile');
  await open(page, '/profile/notifications', 'Notifications');
  await takeScreenshots(page, 'profile-notifications');
  await open(page, '/profile/keyboard', 'Keyboard');
  await takeScreenshots(page, 'profile-keyboard');
  await open(page, '/profile/account', 'Your account');
  await takeScreenshots(page, 'profile-account');
  await open(page, '/security', 'Login and security');
  await takeScreenshots(page, 'security');
});

test('the deletion of an account', async ({ context, page }) => {
  const email = 'byron@example.com';
  await createMember(context, { email, firstName: 'Byron', lastName: 'King', nickname: 'Byron' });
  await createWorkspace(context, { displayName: 'Poems' });
  await makeDeterministic(context);
  await open(page, '/profile/account', 'Your account');
  await page.getByRole('button', { name: 'Delete account...' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Type your email address to confirm').fill(email);
  await takeScreenshots(page, 'profile-delete-account');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Keep my account' })).toHaveCount(2);
  await takeScreenshots(page, 'profile-deletion-pending');
});

const staffEmail = 'staff@systeminit.com';

test('pages of staff and of quarantined and suspended users', async ({ anotherContext, context, page }) => {
  await logInExistingUser(context, staffEmail);
  for (const [name, notice] of [
    ['quarantined', 'Account Quarantined'],
    ['suspended', 'Account Paused'],
  ] as const) {
    const lockedContext = await anotherContext();
    const { id: userId } = await createMember(lockedContext, { email: `${name}@example.com`, nickname: 'Mallory' });
    const params = { userId };
    if (name === 'quarantined') {
      await callApi(context, accountLockCalls.quarantineUser, {
        params,
        body: { isQuarantined: true, reason: 'Mines coins' },
      });
    } else {
      await callApi(context, accountLockCalls.suspendUser, {
        params,
        body: { isSuspended: true, reason: 'Has not paid' },
      });
    }
    await makeDeterministic(lockedContext);
    const locked = await lockedContext.newPage();
    await locked.goto('/login');
    await expect(locked.getByRole('heading', { level: 1, name: notice })).toBeVisible();
    if (name === 'suspended') await expect(locked.getByText('30-DAY FREE TRIAL')).toBeVisible();
    await takeScreenshots(locked, name);
    await lockedContext.unrouteAll({ behavior: 'ignoreErrors' });
  }
  await makeDeterministic(context);
  await open(page, '/workspaces', 'One Workspace');
  // The id as the page shows it, not the real one.
  const stacysWorkspaceId = new RegExp('/workspace/(\\w+)/').exec(
    (await page.getByRole('article').getByRole('link').getAttribute('href')) ?? '',
  )?.[1];
  for (const [section, fill] of Object.entries(adminSections)) {
    await open(page, `/workspace-admin?section=${section}`, 'Admin');
    await fill(page, stacysWorkspaceId ?? '');
    await takeScreenshots(page, `admin-${section}`);
  }
  await open(page, '/workspace-admin?q=Lindholm', 'Admin');
  const users = page.getByRole('list', { name: 'Users' });
  await expect(users.getByRole('listitem')).not.toHaveCount(0);
  await takeScreenshots(page, 'admin-search');
  await users.getByRole('link').filter({ hasText: 'maya@fernhill.example' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Maya Lindholm' })).toBeVisible();
  const workspaces = page.getByRole('table', { name: 'Workspaces' });
  await expect(workspaces.getByRole('link')).not.toHaveCount(0);
  await takeScreenshots(page, 'admin-user');
  await workspaces.getByRole('link', { name: 'Production' }).click();
  await expect(page.getByRole('table', { name: 'Members' }).getByRole('link')).toHaveCount(8);
  await takeScreenshots(page, 'admin-workspace');
});

const noop = () => Promise.resolve();

/** Fills in each admin section before its screenshot. */
const adminSections: Readonly<Record<string, (page: Page, workspaceId: string) => Promise<void>>> = {
  'create-workspace': noop,
  'user-accounts': async (page) => {
    await page.getByLabel('User email').fill('suspended@example.com');
    await page.getByRole('button', { name: 'Look up' }).click();
    await expect(page.getByRole('cell', { name: 'suspended@example.com' })).toBeVisible();
  },
  'account-quarantine': noop,
  'workspace-quarantine': noop,
  suspensions: noop,
  'workspace-owner': async (page, workspaceId) => {
    await page.getByLabel('Workspace ID').fill(workspaceId);
    await page.getByRole('button', { name: 'Look up' }).click();
    await expect(page.getByRole('cell', { name: staffEmail })).toBeVisible();
  },
  'sign-ups': async (page) => {
    await page.getByRole('textbox', { name: 'Start Date' }).fill('2026-02-24');
    await page.getByRole('textbox', { name: 'End Date' }).fill('2026-03-02');
    await page.getByRole('button', { name: 'Generate report' }).click();
    await expect(page.getByRole('cell', { name: 'suspended@example.com' })).toBeVisible();
  },
  'audit-log': noop,
};
