import type { Locator, Page } from '@playwright/test';

/** Chooses an action from the menu of a row: of a member by email, of a token by name, of a webhook by host. */
export async function chooseAction(page: Page, subject: string, action: string, scope: Page | Locator = page) {
  await scope.getByRole('button', { name: `Actions for ${subject}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}
