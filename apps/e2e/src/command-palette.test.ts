import { createMember, createWorkspace } from './support/accounts.ts';
import { findA11yViolations } from './support/find-a11y-violations.ts';
import { expect, test } from './support/test.ts';

test('the command palette opens a workspace’s page by the keyboard alone', async ({ context, page }) => {
  await createMember(context);
  const id = await createWorkspace(context, { displayName: 'Zürich staging' });
  await page.goto('/billing');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  const field = palette.getByRole('combobox');
  await expect(field).toBeFocused();
  expect(await findA11yViolations(page)).toEqual([]);
  await page.keyboard.type('zurich tok');
  await expect(palette.getByRole('option').first()).toHaveAccessibleName(/Zürich staging › API Tokens/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/workspace/${id}/tokens$`));
  await expect(palette).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Zürich staging > API Tokens' })).toBeFocused();

  // On a page of a workspace, what belongs to it comes first.
  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('option').nth(1)).toHaveAccessibleName('Zürich staging › Overview');
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  // While it closes, the key opens it again.
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('billing');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await page.keyboard.press('Control+k');
  await expect(palette).toBeHidden();

  // An entry for a form leads to its first field.
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('create an api token');
  await expect(palette.getByRole('option').first()).toHaveAccessibleName('Create an API token in Zürich staging');
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Token Name' })).toBeFocused();
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('invite someone');
  await expect(palette.getByRole('option').first()).toHaveAccessibleName('Invite someone to Zürich staging');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/workspace/${id}/members$`));
  await expect(page.getByRole('textbox', { name: 'User Email to Grant Workspace Access' })).toBeFocused();

  // In a text field the key belongs to the browser or the field.
  await page.keyboard.press('Control+k');
  await expect(palette).toBeHidden();
});

test('the command palette copies an id, changes the theme and remembers the workspaces that were opened', async ({
  context,
  page,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await createMember(context);
  const id = await createWorkspace(context, { displayName: 'Berlin' });
  await page.goto(`/workspace/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Berlin' })).toBeVisible();
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Search' }).click();
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await expect(palette.getByRole('option').first()).toHaveAccessibleName(/Berlin/);
  await page.keyboard.type('copy id berlin');
  await expect(palette.getByRole('option', { name: 'Copy the ID of Berlin' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(palette.getByText('Copied the ID of Berlin')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id);
  await page.getByRole('combobox').fill('dark theme');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(palette).toBeHidden();
});
