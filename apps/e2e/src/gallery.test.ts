import type { Page } from '@playwright/test';
import { urls } from './support/urls.ts';
import { findA11yViolations } from './support/find-a11y-violations.ts';
import { expect, test } from './support/test.ts';
import { finishAnimations } from './support/finish-animations.ts';

const sections = [
  'Foundations',
  'Controls',
  'Fields',
  'Inputs',
  'Validation',
  'Choices',
  'Feedback',
  'Overlays',
  'Pickers',
  'Uploads',
  'Text',
  'Rich-text',
  'Layout',
];

// With reduced motion all animations end, and axe measures final colours.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

const openSections = (page: Page, ...names: string[]) => page.goto(`${urls.gallery}/?sections=${names.join(',')}`);

test('the gallery lists every section', async ({ page }) => {
  await page.goto(urls.gallery);
  await expect(page.getByRole('navigation').getByRole('link')).toHaveText(sections);
  await openSections(page, 'Text', 'Choices');
  await expect(page.getByRole('navigation').getByRole('link')).toHaveText(['Choices', 'Text']);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Choices', 'Text']);
});

// One run for all sections: axe measures the whole page even if it checks only a part.
for (const theme of ['light', 'dark']) {
  test(`the components of every section are accessible in the ${theme} theme`, async ({ page }) => {
    await page.goto(urls.gallery);
    for (const section of sections) await page.locator(`#${section}`).scrollIntoViewIfNeeded();
    await page.waitForLoadState('networkidle');
    await finishAnimations(page);
    expect(await findA11yViolations(page, { within: `main [data-theme=${theme}]` })).toEqual([]);
  });
}

async function violationsIn(page: Page, role: 'menu' | 'dialog' | 'tooltip' | 'listbox') {
  await expect(page.getByRole(role).last()).toBeVisible();
  await finishAnimations(page);
  return findA11yViolations(page, { within: `[role=${role}]` });
}

for (const theme of ['light', 'dark']) {
  test(`popups are accessible and usable by keyboard in the ${theme} theme`, async ({ page }) => {
    // Only these sections, because axe measures the whole page even if it checks only a part.
    await openSections(page, 'Overlays', 'Pickers', 'Choices');
    if (theme === 'dark') await page.getByRole('banner').getByRole('button').press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    const find = (section: string, role: 'button' | 'combobox', name: string) =>
      page.locator(`#${section} [data-theme=${theme}]`).getByRole(role, { name, exact: true });

    const menu = find('Overlays', 'button', 'Open the menu');
    await menu.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('menuitem', { name: 'Production' })).toBeFocused();
    expect(await violationsIn(page, 'menu')).toEqual([]);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();

    const remove = find('Overlays', 'button', 'Delete Workspace');
    await remove.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Type "Production" to confirm' })).toBeFocused();
    expect(await violationsIn(page, 'dialog')).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(remove).toBeFocused();

    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(find('Overlays', 'button', 'Tooltip')).toBeFocused();
    expect(await violationsIn(page, 'tooltip')).toEqual([]);

    const color = find('Pickers', 'button', 'Colour #3b82f6');
    await color.press('Enter');
    expect(await violationsIn(page, 'dialog')).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(color).toBeFocused();

    const city = find('Choices', 'combobox', 'City');
    await city.fill('fr');
    expect(await violationsIn(page, 'listbox')).toEqual([]);
    await city.press('Enter');
    await expect(city).toHaveValue('Frankfurt');
  });
}
