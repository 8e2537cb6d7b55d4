import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { lockOutCalls } from '@portal/contract';
import { agreed, aMember, aStaffMember, signedUp } from '../support/accounts.ts';
import { addresses } from '../support/addresses.ts';
import { ask } from '../support/ask.ts';
import { expect, test } from '../support/test.ts';
import { adaAtWork } from './people.ts';
import { steady } from './steady.ts';

const folder = fileURLToPath(new URL('../../../../docs/images/screenshots/', import.meta.url));

const window = { width: 1280, height: 800 };

/** Takes the page, once all of it is there, in both themes, in a window as high as it, so that the footer is at its end. */
async function take(page: Page, name: string): Promise<void> {
  await page.mouse.move(1, 1);
  await expect(page.locator('.bg-skeleton, [aria-busy=true]')).toHaveCount(0);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ ...window, height });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await page.screenshot({ path: `${folder}${name}-${colorScheme}.png`, animations: 'disabled' });
  }
  await page.setViewportSize(window);
}

async function open(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

// A page may still be asking for something when its test is over.
test.afterEach(({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' }));

test('pages of nobody', async ({ context, page }) => {
  await steady(context);
  // Whoever comes back from the provider without a login is not sent there again.
  await context.route('**/auth/login*', (route) => route.fulfill({ body: 'Log in' }));
  // It may be led away before all of it has loaded.
  await page.goto('/login', { waitUntil: 'commit' });
  await page.waitForURL('**/auth/login*');
  await open(page, '/login', 'Welcome to System Initiative');
  await take(page, 'login');
  await open(page, '/legal', 'Legal');
  await take(page, 'legal');
  await page.getByRole('link', { name: 'Print Terms of Service' }).evaluate((link) => link.removeAttribute('target'));
  await page.getByRole('link', { name: 'Print Terms of Service' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible();
  await take(page, 'print-legal');
  await open(page, '/no/such/page', '404 not found :(');
  await take(page, '404');
});

test('pages of a newcomer', async ({ context, page }) => {
  await signedUp(context, 'newton@example.com');
  await steady(context);
  await open(page, '/review-legal', 'Review the legal documents');
  await expect(page.getByRole('button', { name: 'Already verified?' })).toBeVisible();
  await take(page, 'review-legal');
});

test('the first review of a profile', async ({ context, page }) => {
  await agreed(context, 'noether@example.com');
  await steady(context);
  await open(page, '/profile', 'Welcome To the product!');
  await take(page, 'profile-first');
});

test('pages of a member', async ({ anotherContext, context, page }) => {
  await adaAtWork(context, await anotherContext());
  await steady(context);
  await open(page, '/workspaces', '5 Workspaces');
  await take(page, 'workspaces');
  await page.getByRole('button', { name: 'Menu of Staging' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Staging' })).toBeVisible();
  const settings = page.url();
  await page.getByRole('button', { name: 'Show activity' }).click();
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
  await take(page, 'workspace-settings');
  // The browser would be gone before it is seen; where there is no content it stays.
  await context.route(`${addresses.authApi}/workspaces/*/go*`, (route) => route.fulfill({ status: 204 }));
  await page.goto(`${settings}/go`, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: 'Redirecting to workspace...' })).toBeVisible();
  await take(page, 'workspace-go');
  await open(page, `${settings}/tokens`, 'Staging > API Tokens');
  await take(page, 'tokens');
  await open(page, '/workspace/new', 'Create New Workspace');
  await take(page, 'workspace-new');
  await open(page, '/billing', 'Update Your Billing Information');
  await take(page, 'billing');
  await open(page, '/profile', 'Update Your Profile');
  await take(page, 'profile');
});

test('pages of staff and of those whom they lock out', async ({ anotherContext, context, page }) => {
  await aStaffMember(context, {
    email: 'stacy@systeminit.com',
    nickname: 'Stacy',
    firstName: 'Stacy',
    lastName: 'Staff',
  });
  for (const [name, notice] of [
    ['quarantined', 'Account Quarantined'],
    ['suspended', 'Account Paused'],
  ] as const) {
    const theirs = await anotherContext();
    const { id: userId } = await aMember(theirs, { email: `${name}@example.com`, nickname: 'Mallory' });
    const params = { userId };
    if (name === 'quarantined') {
      await ask(context, lockOutCalls.quarantineUser, { params, body: { isQuarantined: true, reason: 'Mines coins' } });
    } else {
      await ask(context, lockOutCalls.suspendUser, { params, body: { isSuspended: true, reason: 'Has not paid' } });
    }
    await steady(theirs);
    const locked = await theirs.newPage();
    await locked.goto('/login');
    await expect(locked.getByRole('heading', { level: 1, name: notice })).toBeVisible();
    if (name === 'suspended') await expect(locked.getByText('30-DAY FREE TRIAL')).toBeVisible();
    await take(locked, name);
    await theirs.unrouteAll({ behavior: 'ignoreErrors' });
  }
  await steady(context);
  await open(page, '/workspaces', 'One Workspace');
  // As the page has it, not as it is.
  const ofStacy = new RegExp('/workspace/(\\w+)/').exec(
    (await page.getByRole('article').getByRole('link').getAttribute('href')) ?? '',
  )?.[1];
  for (const [section, fill] of Object.entries(adminSections)) {
    await open(page, `/workspace-admin?section=${section}`, 'Admin');
    await fill(page, ofStacy ?? '');
    await take(page, `admin-${section}`);
  }
  await open(page, '/workspace-admin?q=Brien', 'Admin');
  const users = page.getByRole('list', { name: 'Users' });
  await expect(users.getByRole('listitem')).not.toHaveCount(0);
  await take(page, 'admin-search');
  await users.getByRole('link').filter({ hasText: 'suspended@example.com' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ada O’Brien' })).toBeVisible();
  const workspaces = page.getByRole('table', { name: 'Workspaces' });
  await expect(workspaces.getByRole('link')).toHaveCount(2);
  await take(page, 'admin-user');
  await workspaces.getByRole('link').first().click();
  await expect(page.getByRole('table', { name: 'Members' }).getByRole('link')).toHaveCount(1);
  await take(page, 'admin-workspace');
});

const nothing = () => Promise.resolve();

/** What is filled in before the picture, given the id of a workspace. */
const adminSections: Readonly<Record<string, (page: Page, workspaceId: string) => Promise<void>>> = {
  'create-workspace': nothing,
  'user-accounts': async (page) => {
    await page.getByLabel('User Email').fill('suspended@example.com');
    await page.getByRole('button', { name: 'Look Up' }).click();
    await expect(page.getByRole('cell', { name: 'suspended@example.com' })).toBeVisible();
  },
  'account-quarantine': nothing,
  'workspace-quarantine': nothing,
  suspensions: nothing,
  'workspace-owner': async (page, workspaceId) => {
    await page.getByLabel('Workspace ID').fill(workspaceId);
    await page.getByRole('button', { name: 'Look Up' }).click();
    await expect(page.getByRole('cell', { name: 'stacy@systeminit.com' })).toBeVisible();
  },
  'sign-ups': async (page) => {
    await page.getByLabel('Start Date').fill('2026-02-24');
    await page.getByLabel('End Date').fill('2026-03-02');
    await page.getByRole('button', { name: 'Generate Report' }).click();
    await expect(page.getByRole('cell', { name: 'suspended@example.com' })).toBeVisible();
  },
  'audit-log': nothing,
};
