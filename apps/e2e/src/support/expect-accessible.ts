import { expect, type Page } from '@playwright/test';
import { findA11yViolations } from './find-a11y-violations.ts';
import { finishAnimations } from './finish-animations.ts';

const widths = [1024, 2560];
const defaultViewport = { width: 1280, height: 800 };
const expectSoft = expect.configure({ soft: true });

/** Popups are outside the page's landmarks. */
const inapplicableRules = async (page: Page) =>
  (await page.locator('[role=menu], [role=listbox]').count()) > 0 ? ['region'] : [];

/** Expects no axe violations in either theme and no horizontal scrolling. `state` names the page in the report. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  // Moves the pointer away from elements with a tooltip.
  await page.mouse.move(1, 1);
  const disabledRules = await inapplicableRules(page);
  // The pages of the API and of the emulators have no theme of their own.
  const portalPage = page.locator('html[data-theme]');
  const isPortal = (await portalPage.count()) > 0;
  // Light is the initial theme, so it comes last.
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    if (isPortal) await expect(portalPage).toHaveAttribute('data-theme', colorScheme);
    await finishAnimations(page);
    expectSoft(
      await findA11yViolations(page, { disabledRules, colorsOnly: colorScheme === 'light' }),
      `${state}, ${colorScheme}`,
    ).toEqual([]);
  }
  for (const width of widths) {
    await page.setViewportSize({ ...defaultViewport, width });
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    // An open menu moves after its button, hence the poll.
    await expectSoft.poll(overflow, `${state}, ${width} wide`).toBe(0);
  }
  await page.setViewportSize(defaultViewport);
}
