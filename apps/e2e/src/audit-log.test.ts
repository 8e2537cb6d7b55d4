import { readFile } from 'node:fs/promises';
import { auditCalls, lockOutCalls } from '@portal/contract';
import type { Page } from '@playwright/test';
import { aMember, aStaffMember } from './support/accounts.ts';
import { send } from './support/ask.ts';
import { examine } from './support/examine.ts';
import { expect, test } from './support/test.ts';

const log = '/workspace-admin?section=audit-log';
const entries = (page: Page) => page.getByRole('table', { name: 'Entries' }).locator('tbody tr');

test('the audit log: staff find what they did by filters, download it, and find that in it, too', async ({
  anotherContext,
  context,
  page,
}) => {
  const stacy = await aStaffMember(context);
  const mallory = await aMember(await anotherContext(), { firstName: 'Mallory' });
  const suspension = { isSuspended: true, reason: '=1+1 has not paid' };
  await send(context, lockOutCalls.suspendUser, { params: { userId: mallory.id }, body: suspension });
  const sentence = `${stacy.email} suspended ${mallory.email}: “=1+1 has not paid”`;

  await test.step('a suspension is found by who did it, to whom, and what it was', async () => {
    await page.goto('/workspace-admin');
    await page.getByRole('link', { name: 'Audit log' }).click();
    await expect(entries(page).first()).toBeVisible();
    await examine(page, 'the audit log');
    await page.getByLabel('Who', { exact: true }).fill(stacy.email);
    await page.getByLabel('On Whom').fill(mallory.id);
    await page.getByRole('combobox', { name: 'Acts' }).fill('suspend a user');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Show Entries' }).click();
    await expect(entries(page)).toHaveCount(1);
    await expect(entries(page)).toContainText(sentence);
    await examine(page, 'the audit log, filtered');
  });

  await test.step('all that is kept of it is there on demand', async () => {
    await page.getByRole('button', { name: `Details of what ${stacy.email} did` }).click();
    const dialog = page.getByRole('dialog', { name: 'Suspend a user, or end it' });
    await expect(dialog).toContainText(mallory.id);
    await examine(page, 'an entry of the audit log');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('the address leads to the same entries, and the way back to all', async () => {
    const address = page.url();
    await page.goBack();
    await expect(page).toHaveURL(log);
    await expect(page.getByLabel('On Whom')).toHaveValue('');
    await expect(entries(page).nth(1)).toBeVisible();
    await page.goto(address);
    await expect(page.getByLabel('On Whom')).toHaveValue(mallory.id);
    await expect(entries(page)).toHaveCount(1);
  });

  await test.step('what the filters select is downloaded', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('audit-log.csv');
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('Occurred At,Action,Actor Email');
    expect(lines[1]).toContain(`,suspendUser,${stacy.email},${stacy.id},session,${mallory.email},${mallory.id},`);
  });

  await test.step('the download is in the log', async () => {
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await page.getByLabel('Who', { exact: true }).fill(stacy.id);
    await page.getByLabel('What', { exact: true }).selectOption('What staff looked at');
    await page.getByRole('button', { name: 'Show Entries' }).click();
    await expect(entries(page).filter({ hasText: `${stacy.email} downloaded the audit log` })).toHaveCount(1);
  });
});

test('nobody but staff reads the audit log', async ({ context, page }) => {
  await aMember(context);
  for (const call of [auditCalls.listAuditEntries, auditCalls.exportAuditEntries]) {
    expect((await send(context, call)).status()).toBe(403);
  }
  await page.goto(log);
  await expect(page).toHaveURL('/workspaces');
});
