import type { Page } from '@playwright/test';
import { aMember, aWorkspace } from './support/accounts.ts';
import { expect, test } from './support/test.ts';

/** Where everything of a form stands. */
const places = (page: Page) =>
  page
    .locator('form')
    .first()
    .locator('label, input, textarea, button')
    .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().top + window.scrollY)));

async function fillWrong(page: Page, wrong: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(wrong)) await page.getByLabel(label).fill(text);
  await page.getByLabel(Object.keys(wrong)[0] ?? '').focus();
}

const forms = [
  {
    path: () => '/profile',
    wrong: { 'First Name': 'http://a.example', Nickname: '', 'Discord Username': 'a..b', 'Github Username': '-a' },
    errors: 4,
  },
  {
    path: (id: string) => `/workspace/${id}`,
    wrong: { 'Display Name': 'No <tags>', URL: 'http://localhost', Description: 'No <tags>' },
    errors: 3,
  },
];

for (const { path, wrong, errors } of forms) {
  test(`errors move nothing at ${path(':id')}`, async ({ context, page }) => {
    await aMember(context);
    const id = await aWorkspace(context, { instanceEnvType: 'PRIVATE', instanceUrl: 'https://si.example.com' });
    await page.goto(path(id));
    await expect(page.getByLabel(Object.keys(wrong)[0] ?? '')).toBeVisible();
    // Something to undo: a button that appears is no error.
    await page.getByLabel(Object.keys(wrong)[0] ?? '').press('End');
    await page.getByLabel(Object.keys(wrong)[0] ?? '').pressSequentially('a');
    const before = await places(page);
    await fillWrong(page, wrong);
    await page.getByRole('heading', { level: 1 }).click();
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(errors);
    expect(await places(page)).toEqual(before);
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the pointer takes no field its red border in the ${colorScheme} theme`, async ({ context, page }) => {
    await aMember(context);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto('/profile');
    const field = page.getByLabel('Nickname');
    await field.fill('');
    await page.getByRole('heading', { level: 1 }).hover();
    await page.getByLabel('Discord Username').focus();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    const edge = () =>
      field.evaluate(async (element) => {
        await Promise.all(element.getAnimations().map(({ finished }) => finished));
        return getComputedStyle(element).borderTopColor;
      });
    const red = await edge();
    await field.hover();
    expect(await edge()).toBe(red);
  });
}
