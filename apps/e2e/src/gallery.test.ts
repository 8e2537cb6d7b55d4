import type { Page } from '@playwright/test';
import { addresses } from './support/addresses.ts';
import { findFaults } from './support/find-faults.ts';
import { expect, test } from './support/test.ts';
import { makeStill } from './support/still.ts';

const sections = [
  'Foundations',
  'Controls',
  'Fields',
  'Inputs',
  'Mistakes',
  'Choices',
  'Feedback',
  'Overlays',
  'Choosing',
  'Uploads',
  'Text',
  'Rich-text',
  'Layout',
];

// What moves has an end, and axe looks at colours as they stay.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

const openSections = (page: Page, ...names: string[]) => page.goto(`${addresses.gallery}/?sections=${names.join(',')}`);

test('the gallery names every section', async ({ page }) => {
  await page.goto(addresses.gallery);
  await expect(page.getByRole('navigation').getByRole('link')).toHaveText(sections);
  await openSections(page, 'Text', 'Choices');
  await expect(page.getByRole('navigation').getByRole('link')).toHaveText(['Choices', 'Text']);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Choices', 'Text']);
});

// In one go: axe measures the whole page however little of it is asked about.
for (const theme of ['light', 'dark']) {
  test(`the components of every section are accessible in the ${theme} theme`, async ({ page }) => {
    await page.goto(addresses.gallery);
    for (const section of sections) await page.locator(`#${section}`).scrollIntoViewIfNeeded();
    await page.waitForLoadState('networkidle');
    await makeStill(page);
    expect(await findFaults(page, { within: `main [data-theme=${theme}]` })).toEqual([]);
  });
}

async function faultsOf(page: Page, role: 'menu' | 'dialog' | 'tooltip' | 'listbox') {
  await expect(page.getByRole(role).last()).toBeVisible();
  await makeStill(page);
  return findFaults(page, { within: `[role=${role}]` });
}

for (const theme of ['light', 'dark']) {
  test(`what opens is accessible and is used by keyboard alone, in the ${theme} theme`, async ({ page }) => {
    // Axe measures all that is there however little of it is asked about.
    await openSections(page, 'Overlays', 'Choosing', 'Choices');
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
    expect(await faultsOf(page, 'menu')).toEqual([]);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();

    const remove = find('Overlays', 'button', 'Delete Workspace');
    await remove.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Type "Production" to confirm' })).toBeFocused();
    expect(await faultsOf(page, 'dialog')).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(remove).toBeFocused();

    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(find('Overlays', 'button', 'Tooltip')).toBeFocused();
    expect(await faultsOf(page, 'tooltip')).toEqual([]);

    const colour = find('Choosing', 'button', 'Colour #3b82f6');
    await colour.press('Enter');
    expect(await faultsOf(page, 'dialog')).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(colour).toBeFocused();

    const city = find('Choices', 'combobox', 'City');
    await city.fill('fr');
    expect(await faultsOf(page, 'listbox')).toEqual([]);
    await city.press('Enter');
    await expect(city).toHaveValue('Frankfurt');
  });
}
