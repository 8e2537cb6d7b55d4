import { readFile } from 'node:fs/promises';
import { auditCalls, accountLockCalls } from '@portal/contract';
import type { Page } from '@playwright/test';
import { createMember, createStaffMember } from './support/accounts.ts';
import { sendCall } from './support/call-api.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expect, test } from './support/test.ts';

const auditLogPath = '/workspace-admin?section=audit-log';
const entries = (page: Page) => page.getByRole('table', { name: 'Entries' }).locator('tbody tr[data-row]');

test('staff filter and download the audit log, and the download is logged', async ({
  anotherContext,
  context,
  page,
}) => {
  const stacy = await createStaffMember(context);
  const mallory = await createMember(await anotherContext(), { firstName: 'Mallory' });
  const suspension = { isSuspended: true, reason: '=1+1 has not paid' };
  await sendCall(context, accountLockCalls.suspendUser, { params: { userId: mallory.id }, body: suspension });
  const sentence = `${stacy.email} suspended ${mallory.email}: “=1+1 has not paid”`;

  await test.step('a suspension is found by actor, target and action', async () => {
    await page.goto('/workspace-admin');
    await page.getByRole('link', { name: 'Audit log' }).click();
    await expect(entries(page).first()).toBeVisible();
    await expectAccessible(page, 'the audit log');
    await page.getByLabel('Who', { exact: true }).fill(stacy.email);
    await page.getByLabel('Target').fill(mallory.id);
    await page.getByRole('combobox', { name: 'Actions' }).fill('unsuspend a user');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Show entries' }).click();
    await expect(entries(page)).toHaveCount(1);
    await expect(entries(page)).toContainText(sentence);
    await expectAccessible(page, 'the audit log, filtered');
  });

  await test.step('the details show the raw entry', async () => {
    await page.getByRole('button', { name: `Details of the action by ${stacy.email}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Suspend or unsuspend a user' });
    await expect(dialog).toContainText(mallory.id);
    await expectAccessible(page, 'an entry of the audit log');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('the URL keeps the filters, and going back removes them', async () => {
    const filteredUrl = page.url();
    await page.goBack();
    await expect(page).toHaveURL(auditLogPath);
    await expect(page.getByLabel('Target')).toHaveValue('');
    await expect(entries(page).nth(1)).toBeVisible();
    await page.goto(filteredUrl);
    await expect(page.getByLabel('Target')).toHaveValue(mallory.id);
    await expect(entries(page)).toHaveCount(1);
  });

  await test.step('the filtered entries are downloaded', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('audit-log.csv');
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('Occurred At,Action,Actor Email');
    expect(lines[1]).toContain(`,suspendUser,${stacy.email},${stacy.id},session,${mallory.email},${mallory.id},`);
  });

  await test.step('the download is in the audit log', async () => {
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByLabel('Who', { exact: true }).fill(stacy.id);
    await page.getByRole('button', { name: 'Staff reads' }).click();
    await expect(entries(page).filter({ hasText: `${stacy.email} downloaded the audit log` })).toHaveCount(1);
  });
});

test('only staff can read the audit log', async ({ context, page }) => {
  await createMember(context);
  for (const call of [auditCalls.listAuditEntries, auditCalls.exportAuditEntries]) {
    expect((await sendCall(context, call)).status()).toBe(403);
  }
  await page.goto(auditLogPath);
  await expect(page).toHaveURL('/workspaces');
});
