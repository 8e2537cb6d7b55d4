import type { Page } from '@playwright/test';
import { createMember, createWorkspace } from './support/accounts.ts';
import { expect, test } from './support/test.ts';

/** The vertical positions of all elements of the form. */
const elementPositions = (page: Page) =>
  page
    .locator('form')
    .first()
    .locator('label, input, textarea, button')
    .evaluateAll((elements) =>
      elements.map((element) => Math.round(element.getBoundingClientRect().top + window.scrollY)),
    );

/** The smallest distance from an error to the next label below it. */
const distanceToNextLabel = (page: Page) =>
  page
    .locator('form')
    .first()
    .evaluate((form) => {
      const bottoms = [...form.querySelectorAll('.field-message .text-error')].map(
        (error) => error.getBoundingClientRect().bottom,
      );
      const tops = [...form.querySelectorAll('label')].map((label) => label.getBoundingClientRect().top);
      const distances = bottoms.flatMap((bottom) =>
        tops.map((top) => top - bottom).filter((distance) => distance > -8),
      );
      return Math.min(...distances);
    });

async function fillInvalid(page: Page, invalidValues: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(invalidValues))
    await page.getByRole('textbox', { name: label }).fill(text);
  await page.getByLabel(Object.keys(invalidValues)[0] ?? '').focus();
}

const forms = [
  {
    path: () => '/profile',
    invalidValues: {
      'First Name': 'http://a.example',
      Nickname: '',
      'Discord Username': 'a..b',
      'Github Username': '-a',
    },
    errors: 4,
  },
  {
    path: (id: string) => `/workspace/${id}`,
    invalidValues: { 'Display Name': 'No <tags>', URL: 'http://localhost', Description: 'No <tags>' },
    errors: 3,
  },
];

for (const { path, invalidValues, errors } of forms) {
  test(`errors do not move the form at ${path(':id')}`, async ({ context, page }) => {
    await createMember(context);
    const id = await createWorkspace(context, { instanceEnvType: 'PRIVATE', instanceUrl: 'https://si.example.com' });
    await page.goto(path(id));
    await expect(page.getByLabel(Object.keys(invalidValues)[0] ?? '')).toBeVisible();
    // Makes a change first, so that the Undo button is already there.
    await page.getByLabel(Object.keys(invalidValues)[0] ?? '').press('End');
    await page.getByLabel(Object.keys(invalidValues)[0] ?? '').pressSequentially('a');
    const before = await elementPositions(page);
    await fillInvalid(page, invalidValues);
    await page.getByRole('heading', { level: 1 }).click();
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(errors);
    expect(await elementPositions(page)).toEqual(before);
    expect(await distanceToNextLabel(page)).toBeGreaterThanOrEqual(8);
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`an invalid field keeps its red border on hover in the ${colorScheme} theme`, async ({ context, page }) => {
    await createMember(context);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto('/profile');
    const field = page.getByLabel('Nickname');
    await field.fill('');
    await page.getByRole('heading', { level: 1 }).hover();
    await page.getByLabel('Discord Username').focus();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    const borderColor = () =>
      field.evaluate(async (element) => {
        await Promise.all(element.getAnimations().map(({ finished }) => finished));
        return getComputedStyle(element).borderTopColor;
      });
    const red = await borderColor();
    await field.hover();
    expect(await borderColor()).toBe(red);
  });
}
