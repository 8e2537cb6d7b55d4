import { expect, type Page } from '@playwright/test';
import { findFaults } from './find-faults.ts';
import { makeStill } from './still.ts';

const narrowAndWide = [1024, 2560];
const usual = { width: 1280, height: 800 };
const softly = expect.configure({ soft: true });

/** What floats above the page is in none of its landmarks. */
const exceptions = async (page: Page) =>
  (await page.locator('[role=menu], [role=listbox]').count()) > 0 ? ['region'] : [];

/** Looks at the page as it stands: nothing for axe to find in either theme, and no scrolling sideways. */
export async function examine(page: Page, state: string): Promise<void> {
  // Away from what shows a tooltip.
  await page.mouse.move(1, 1);
  const without = await exceptions(page);
  // The theme that a page begins with comes last, and stays.
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await makeStill(page);
    softly(
      await findFaults(page, { without, onlyColours: colorScheme === 'light' }),
      `${state}, ${colorScheme}`,
    ).toEqual([]);
  }
  for (const width of narrowAndWide) {
    await page.setViewportSize({ ...usual, width });
    const beyond = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    // An open menu follows its button a moment later.
    await softly.poll(beyond, `${state}, ${width} wide`).toBe(0);
  }
  await page.setViewportSize(usual);
  await page.emulateMedia({ reducedMotion: null });
}
