import { expect, test } from './support/test.ts';

test('[2.6] a document prints in the light theme and without buttons, also in the dark theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/print-legal/2023-03-30/privacy');
  const title = page.getByRole('heading', { name: 'Privacy Policy' });
  await expect(title).toBeVisible();
  const color = () => title.evaluate((element) => getComputedStyle(element).color);
  const light = await color();

  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await color()).not.toBe(light);
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  expect(await color()).toBe(light);
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
});
