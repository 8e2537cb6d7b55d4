import { devices } from '@playwright/test';
import { createMember } from './support/accounts.ts';
import { expect, test } from './support/test.ts';

const { isMobile, hasTouch } = devices['Pixel 7'];
test.use({ isMobile, hasTouch, viewport: { width: 820, height: 1180 } });

test('on a touch screen the menu and the star of a card are always visible', async ({ context, page }) => {
  await createMember(context);
  await page.goto('/workspaces');
  const card = page.getByRole('article').first();
  await expect(card.getByRole('button', { name: /^Favourite /, pressed: false })).toHaveCSS('opacity', '1');
  await card.getByRole('button', { name: / actions$/ }).tap();
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card.getByRole('button', { name: / actions$/ })).toHaveCSS('opacity', '1');
});
