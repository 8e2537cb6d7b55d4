import { featureFlagCalls } from '@portal/contract';
import type { Page } from '@playwright/test';
import { createMember, createStaffMember, createWorkspace } from './support/accounts.ts';
import { urls } from './support/urls.ts';
import { fetchEvents, fetchAnalyticsRequests, countPageViews } from './support/analytics.ts';
import { callApi, fetchUser } from './support/call-api.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { becomeMember, newEmail } from './support/user-flows.ts';
import { expect, test } from './support/test.ts';

async function createWorkspaceInBrowser(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Create New Workspace' }).click();
  await page.getByLabel('Display Name').fill(name);
  await page.getByRole('radio', { name: /Local Dev Instance/ }).check();
  await page.getByRole('button', { name: 'Create Workspace' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

test('[1.7] analytics receives events without personal data', async ({ page }) => {
  const marker = `canary${Date.now().toString(36)}`;
  const email = newEmail(marker);
  await becomeMember(page, email, `${marker}nick`);
  await createWorkspaceInBrowser(page, `${marker} space`);
  await page.getByLabel('User Email to Grant Workspace Access').fill(`guest-${marker}@example.com`);
  await page.getByRole('button', { name: 'Add User To Workspace' }).click();
  await expect(page.getByRole('row', { name: `guest-${marker}` })).toBeVisible();
  await page.goto(`${urls.portal}/workspaces?code=${marker}code#${marker}hash`);
  const whoami = await page.request.get(`${urls.authApi}/whoami`);
  const { user } = (await whoami.json()) as { user: { id: string } };

  await expect
    .poll(() => fetchEvents(user.id), { timeout: 20_000 })
    .toEqual(expect.arrayContaining(['$identify', '$pageview', 'ap-workspace-created', 'ap-member-invited']));
  const received = (await fetchAnalyticsRequests()).toLowerCase();
  expect(received).toContain(user.id.toLowerCase());
  const cookies = await page.context().cookies();
  for (const secret of [marker, encodeURIComponent(email), ...cookies.map(({ value }) => value.toLowerCase())]) {
    expect(received).not.toContain(secret);
  }
});

// @covers 1.7 1.10
test('[1.10] redirecting pages count as page views, and a login counts once across reloads and tabs', async ({
  page,
}) => {
  const email = newEmail('counted');
  await becomeMember(page, email, 'Counted');
  const user = await fetchUser(page.context());
  const countEvents = async (event: string) => (await fetchEvents(user.id)).filter((name) => name === event).length;
  await expect.poll(() => countEvents('ap-workspace-launched'), { timeout: 20_000 }).toBe(1);
  expect(await countEvents('ap-logged-in')).toBe(1);

  // The login page redirects a logged-in user to their workspace.
  await page.goto('/login');
  await page.waitForURL(`${urls.hostedApp}/**`);
  const tab = await page.context().newPage();
  await tab.goto('/login-success');
  await tab.waitForURL(`${urls.hostedApp}/**`);
  await expect.poll(() => countEvents('ap-workspace-launched'), { timeout: 20_000 }).toBe(3);
  expect(await countEvents('ap-logged-in')).toBe(1);
  const launches = await countPageViews(user.id, 'workspace-go');
  expect(launches).toBe(3);
});

test('[1.7] the PostHog emulator shows new events without a reload', async ({ browser, context, page }) => {
  const { id } = await createMember(context);
  // In a context of its own: the browser logs the response to an invalid form as an error.
  const analytics = await browser.newPage();
  await analytics.goto(`${urls.posthog}/?search=${id}`);
  await expect(analytics.getByText(`No events match “${id}”.`)).toBeVisible();
  const field = analytics.getByRole('textbox', { name: 'Users of approvals-opt-in-out' });
  await field.fill('@half-typed.example');
  await page.goto('/workspaces');
  await createWorkspaceInBrowser(page, 'Watched');
  await expect(analytics.getByRole('row', { name: /ap-workspace-created/ })).toBeVisible({ timeout: 20_000 });
  await expect(analytics.getByRole('row', { name: /ap-workspace-created/ })).toContainText(id);
  await expect(field).toHaveValue('@half-typed.example');

  // Also on the page of an invalid form, and without moving the focus.
  await field.fill('half-typed');
  await field.press('Enter');
  await expect(analytics.getByRole('alert')).toBeVisible();
  const deleteButton = analytics.getByRole('button', { name: 'Delete all' });
  await deleteButton.focus();
  await page.goto('/workspaces');
  await createWorkspaceInBrowser(page, 'Watched on');
  const created = analytics.getByRole('row', { name: /ap-workspace-created/ }).filter({ hasText: id });
  await expect(created).toHaveCount(2, { timeout: 20_000 });
  await expect(deleteButton).toBeFocused();
  await analytics.close();
});

// @covers 6.9
test('[3.14] a feature flag for an email address or a domain shows its feature to those users', async ({
  context,
  page,
}) => {
  const domain = `${Date.now().toString(36)}.example.com`;
  const { email, id: userId } = await createMember(context, { email: newEmail('ada', domain) });
  const analytics = await context.newPage();
  const setFlag = async (mode: string, users: string) => {
    await analytics.goto(urls.posthog);
    const row = analytics.getByRole('row', { name: /approvals-opt-in-out/ });
    await row.getByRole('combobox').selectOption(mode);
    await row.getByRole('textbox').fill(users);
    await row.getByRole('button', { name: 'Save' }).click();
    await expect(row.getByRole('textbox')).toHaveValue(users);
  };
  const workspaceId = await createWorkspace(context, { displayName: 'Careful' });
  const enable = page.getByRole('button', { name: 'Enable Workspace Approvals' });
  const openOnceFlagIs = async (isOn: boolean) => {
    const flags = () => callApi(context, featureFlagCalls.listFeatureFlags, { params: { userId } });
    await expect.poll(flags, { timeout: 30_000 }).toMatchObject({ 'approvals-opt-in-out': isOn });
    await Promise.all([page.waitForResponse(/featureFlags/), page.goto(`/workspace/${workspaceId}`)]);
    await expect(page.getByRole('heading', { level: 1, name: 'Careful' })).toBeVisible();
  };
  await openOnceFlagIs(false);
  await expect(enable).toBeHidden();
  await setFlag('These users', email);
  await openOnceFlagIs(true);
  await setFlag('These users', '@elsewhere.example.com');
  await openOnceFlagIs(false);
  await setFlag('These users', `nobody@example.com, @${domain}`);
  await openOnceFlagIs(true);
  await expect(page.getByText('Approvals disabled')).toBeVisible();
  await enable.click();
  await expect(page.getByText('Approvals enabled')).toBeVisible();
  await expectAccessible(page, 'approvals');
  await page.getByRole('link', { name: 'Go to workspace' }).click();
  await expect(page.locator('#approvals')).toHaveText('Enabled');
  await setFlag('No one', '');
  await openOnceFlagIs(false);
  await expect(page.getByRole('button', { name: 'Disable Workspace Approvals' })).toBeHidden();
});

// @covers 1.3
test('[6.5] a user with a verified company email finds Admin in the menu', async ({ context, page }) => {
  await createStaffMember(context);
  await page.goto('/workspaces');
  await page.getByRole('button', { name: 'Hi Stacy!' }).click();
  await expect(page.getByRole('menuitem', { name: 'Admin' })).toBeVisible();
});
