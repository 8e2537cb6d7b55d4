import { AxeBuilder } from '@axe-core/playwright';
import { addresses } from './support/addresses.ts';
import { expect, test } from './support/test.ts';

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

test.beforeEach(async ({ page }) => {
  // What moves has an end, and axe looks at colours as they stay.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(addresses.gallery);
});

test('the gallery names every section', async ({ page }) => {
  await expect(page.getByRole('navigation').getByRole('link')).toHaveText(sections);
});

for (const section of sections) {
  test(`the components under ${section} are accessible in both themes`, async ({ page }) => {
    await page.locator(`#${section}`).scrollIntoViewIfNeeded();
    await page.waitForLoadState('networkidle');
    for (const theme of ['light', 'dark']) {
      const { violations } = await new AxeBuilder({ page }).include(`#${section} [data-theme=${theme}]`).analyze();
      expect(violations.map(({ id, nodes }) => [theme, id, nodes.map((node) => node.html)])).toEqual([]);
    }
  });
}
