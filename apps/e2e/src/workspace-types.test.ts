import type { Page } from '@playwright/test';
import { urls } from './support/urls.ts';
import { createMember } from './support/accounts.ts';
import { expect, test } from './support/test.ts';

async function createWorkspaceOfType(page: Page, type: RegExp, name: string, url?: string) {
  await page.goto('/workspace/new');
  await page.getByRole('radio', { name: type }).check();
  await page.getByLabel('Display Name').fill(name);
  if (url !== undefined) await page.getByRole('textbox', { name: /^URL/ }).fill(url);
  await page.getByRole('button', { name: 'Create Workspace' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

async function openWorkspace(page: Page, name: string) {
  await page.goto('/workspaces');
  const card = page.getByRole('article').filter({ hasText: name });
  await card.getByRole('link', { name }).click();
}

test('[4.workspace-creation.1] an owner creates a workspace of each type, and each opens at its own URL', async ({
  context,
  page,
}) => {
  await createMember(context);

  await test.step('a managed workspace opens the hosted app', async () => {
    await createWorkspaceOfType(page, /Managed/, 'In the cloud');
    await openWorkspace(page, 'In the cloud');
    await page.waitForURL(`${urls.hostedApp}/**`);
    await expect(page.locator('#workspace-type')).toHaveText('managed (SI)');
  });

  await test.step('a local workspace opens the instance on this machine', async () => {
    await createWorkspaceOfType(page, /Local/, 'On my laptop');
    await openWorkspace(page, 'On my laptop');
    await page.waitForURL(`${urls.localInstance}/**`);
    await expect(page.locator('#workspace-type')).toHaveText('local (LOCAL)');
  });

  await test.step('each instance has its own session', async () => {
    await page.goto(urls.hostedApp);
    await expect(page.getByRole('heading', { level: 1, name: 'In the cloud' })).toBeVisible();
  });

  await test.step('a remote workspace opens its own URL', async () => {
    await createWorkspaceOfType(page, /Remote/, 'In our data centre', 'https://si.example.com');
    const launch = page.waitForRequest((request) => request.url().startsWith('https://si.example.com/auth-connect?'));
    await openWorkspace(page, 'In our data centre');
    await launch;
  });
});
