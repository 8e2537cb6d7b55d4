import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { createMember, createWorkspace } from './support/accounts.ts';
import { expect, test } from './support/test.ts';
import { urls } from './support/urls.ts';

test('a user downloads what is stored about them', async ({ context, page }) => {
  const { email } = await createMember(context);
  await createWorkspace(context, { displayName: 'Staging' });
  await page.goto(`${urls.portal}/profile/account`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download your data' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^account-\d{4}-\d{2}-\d{2}\.zip$/);
  const files = unzipSync(await readFile(await download.path()));
  expect(JSON.parse(strFromU8(files['profile.json'] ?? new Uint8Array()))).toMatchObject([{ email }]);
  expect(strFromU8(files['created-workspaces.csv'] ?? new Uint8Array())).toContain('Staging');
  await expect(page.getByText('Your data was downloaded.')).toBeVisible();
});
