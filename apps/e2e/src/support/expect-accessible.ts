import { expect, type Page } from '@playwright/test';
import { findA11yViolations } from './find-a11y-violations.ts';
import { finishAnimations } from './finish-animations.ts';

const widths = [1024, 2560];
const defaultViewport = { width: 1280, height: 800 };
const expectSoft = expect.configure({ soft: true });

/** Popups are outside the page's landmarks. */
const inapplicableRules = async (page: Page) =>
  (await page.locator('[role=menu], [role=listbox]').count()) > 0 ? ['region'] : [];

/** Expects no axe violations and no horizontal scrolling. `state` names the page in the report. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  // Moves the pointer away from elements with a tooltip.
  await page.mouse.move(1, 1);
  // Polls, because a dialog or menu starts its transitions a frame after it opens.
  const violations = async () => {
    await finishAnimations(page);
    return findA11yViolations(page, { disabledRules: await inapplicableRules(page) });
  };
  await expectSoft.poll(violations, state).toEqual([]);
  for (const width of widths) {
    await page.setViewportSize({ ...defaultViewport, width });
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    // An open menu moves after its button, hence the poll.
    await expectSoft.poll(overflow, `${state}, ${width} wide`).toBe(0);
  }
  await page.setViewportSize(defaultViewport);
}

/** Expects that all texts of a page of the portal have enough contrast in the dark theme. Other pages have no theme of their own. */
export async function expectReadableInDarkTheme(page: Page, state: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await finishAnimations(page);
  expectSoft(await findA11yViolations(page, { colorsOnly: true }), `${state}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}
