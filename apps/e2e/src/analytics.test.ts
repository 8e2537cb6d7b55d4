import { featureFlagCalls, sessionCalls } from '@portal/contract';
import type { Page } from '@playwright/test';
import { aMember, aStaffMember, aWorkspace } from './support/accounts.ts';
import { addresses } from './support/addresses.ts';
import { eventsOf, receivedByAnalytics, viewsOf } from './support/analytics-host.ts';
import { ask } from './support/ask.ts';
import { examine } from './support/examine.ts';
import { becomeMember, newEmail } from './support/people.ts';
import { expect, test } from './support/test.ts';

async function createWorkspace(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Create New Workspace' }).click();
  await page.getByLabel('Display Name').fill(name);
  await page.getByLabel('Workspace Type').click();
  await page.getByRole('option', { name: /Local Dev Instance/ }).click();
  await page.getByRole('button', { name: 'Create Workspace' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

test('[1.7] the analytics host learns what was done, and nothing of who did it', async ({ page }) => {
  const mark = `canary${Date.now().toString(36)}`;
  const email = newEmail(mark);
  await becomeMember(page, email, `${mark}nick`);
  await createWorkspace(page, `${mark} space`);
  await page.getByLabel('User Email to Grant Workspace Access').fill(`guest-${mark}@example.com`);
  await page.getByRole('button', { name: 'Add User To Workspace' }).click();
  await expect(page.getByRole('row', { name: `guest-${mark}` })).toBeVisible();
  await page.goto(`${addresses.portal}/workspaces?code=${mark}code#${mark}hash`);
  const whoami = await page.request.get(`${addresses.authApi}/whoami`);
  const { user } = (await whoami.json()) as { user: { id: string } };

  await expect
    .poll(() => eventsOf(user.id), { timeout: 20_000 })
    .toEqual(expect.arrayContaining(['$identify', '$pageview', 'ap-workspace-created', 'ap-member-invited']));
  const received = (await receivedByAnalytics()).toLowerCase();
  expect(received).toContain(user.id.toLowerCase());
  const cookies = await page.context().cookies();
  for (const secret of [mark, encodeURIComponent(email), ...cookies.map(({ value }) => value.toLowerCase())]) {
    expect(received).not.toContain(secret);
  }
});

// @covers 1.7 1.10
test('[1.10] pages that lead elsewhere at once are counted, and a login once, also after a reload and in another tab', async ({
  page,
}) => {
  const email = newEmail('counted');
  await becomeMember(page, email, 'Counted');
  const { user } = await ask(page.context(), sessionCalls.whoami, {});
  const told = async (event: string) => (await eventsOf(user.id)).filter((name) => name === event).length;
  await expect.poll(() => told('ap-workspace-launched'), { timeout: 20_000 }).toBe(1);
  expect(await told('ap-logged-in')).toBe(1);

  // The login page leads somebody who is logged in on to their workspace.
  await page.goto('/login');
  await page.waitForURL(`${addresses.hostedApp}/**`);
  const tab = await page.context().newPage();
  await tab.goto('/login-success');
  await tab.waitForURL(`${addresses.hostedApp}/**`);
  await expect.poll(() => told('ap-workspace-launched'), { timeout: 20_000 }).toBe(3);
  expect(await told('ap-logged-in')).toBe(1);
  const launches = await viewsOf(user.id, 'workspace-go');
  expect(launches).toBe(3);
});

test('[1.7] what happens shows on the page of the analytics host as it comes, without a reload', async ({
  context,
  page,
}) => {
  const { id } = await aMember(context);
  const analytics = await context.newPage();
  await analytics.goto(`${addresses.analytics}/?search=${id}`);
  await expect(analytics.getByText(`No event or person is called “${id}”.`)).toBeVisible();
  const field = analytics.getByRole('textbox', { name: 'People with approvals-opt-in-out' });
  await field.fill('@half-typed.example');
  await page.goto('/workspaces');
  await createWorkspace(page, 'Watched');
  await expect(analytics.getByRole('row', { name: /ap-workspace-created/ })).toBeVisible({ timeout: 20_000 });
  await expect(analytics.getByRole('row', { name: /ap-workspace-created/ })).toContainText(id);
  await expect(field).toHaveValue('@half-typed.example');
});

// @covers 6.9
test('[3.14] a flag that is switched on for an address or a domain on the page of the analytics host shows its feature there', async ({
  context,
  page,
}) => {
  const domain = `${Date.now().toString(36)}.example.com`;
  const { email, id: userId } = await aMember(context, { email: newEmail('ada', domain) });
  const analytics = await context.newPage();
  const switchFlag = async (mode: string, people: string) => {
    await analytics.goto(addresses.analytics);
    const row = analytics.getByRole('row', { name: /approvals-opt-in-out/ });
    await row.getByRole('combobox').selectOption(mode);
    await row.getByRole('textbox').fill(people);
    await row.getByRole('button', { name: 'Save' }).click();
    await expect(row.getByRole('textbox')).toHaveValue(people);
  };
  const workspaceId = await aWorkspace(context, { displayName: 'Careful' });
  const enable = page.getByRole('button', { name: 'Enable Workspace Approvals' });
  const openWhen = async (isOn: boolean) => {
    const flags = () => ask(context, featureFlagCalls.listFeatureFlags, { params: { userId } });
    await expect.poll(flags, { timeout: 30_000 }).toMatchObject({ 'approvals-opt-in-out': isOn });
    await Promise.all([page.waitForResponse(/featureFlags/), page.goto(`/workspace/${workspaceId}`)]);
    await expect(page.getByRole('heading', { level: 1, name: 'Careful' })).toBeVisible();
  };
  await openWhen(false);
  await expect(enable).toBeHidden();
  await switchFlag('These people', email);
  await openWhen(true);
  await switchFlag('These people', '@elsewhere.example.com');
  await openWhen(false);
  await switchFlag('These people', `nobody@example.com, @${domain}`);
  await openWhen(true);
  await expect(page.getByText('Approvals disabled')).toBeVisible();
  await enable.click();
  await expect(page.getByText('Approvals enabled')).toBeVisible();
  await examine(page, 'approvals');
  await page.getByRole('link', { name: 'Go to workspace' }).click();
  await expect(page.locator('#approvals')).toHaveText('Enabled');
  await switchFlag('Nobody', '');
  await openWhen(false);
  await expect(page.getByRole('button', { name: 'Disable Workspace Approvals' })).toBeHidden();
});

// @covers 1.3
test('[6.5] whoever has a verified address of the company finds Admin in the menu', async ({ context, page }) => {
  await aStaffMember(context);
  await page.goto('/workspaces');
  await page.getByRole('button', { name: 'Hi Stacy!' }).click();
  await expect(page.getByRole('menuitem', { name: 'Admin' })).toBeVisible();
});
