import type { Page } from '@playwright/test';
import { addresses } from './support/addresses.ts';
import { eventsOf, receivedByAnalytics, switchFlag } from './support/analytics-host.ts';
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

test('[3.14] a flag that is switched on for an address at the analytics host shows its feature there', async ({
  page,
}) => {
  const email = newEmail('flagged');
  await becomeMember(page, email, 'Flagged');
  await createWorkspace(page, 'Approved');
  const button = page.getByRole('button', { name: 'Enable Workspace Approvals' });
  const afterReload = async () => {
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Approved' })).toBeVisible();
    return expect(button);
  };
  await expect(button).toBeHidden();
  await switchFlag('approvals-opt-in-out', [email]);
  await expect(async () => (await afterReload()).toBeVisible({ timeout: 2_000 })).toPass({ timeout: 30_000 });
  await switchFlag('approvals-opt-in-out', []);
  await expect(async () => {
    const shown = await afterReload();
    await page.waitForTimeout(1_500);
    await shown.toBeHidden({ timeout: 500 });
  }).toPass({ timeout: 30_000 });
});

test('[6.5] whoever has a verified address of the company finds Admin in the menu', async ({ page }) => {
  await becomeMember(page, newEmail('helper').replace('@example.com', '@systeminit.com'), 'Helper');
  await page.getByRole('button', { name: /Hi Helper!/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Admin' })).toBeVisible();
});
