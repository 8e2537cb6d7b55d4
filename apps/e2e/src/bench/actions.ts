import type { Locator, Page } from '@playwright/test';

/** Named actions on a page. */
export type Actions = Readonly<Record<string, () => Promise<unknown>>>;

export const workspaceCard = 'article.workspace-card';

/** Uses a CSS selector: finding a role among so many elements takes longer than the measured action. */
export async function requireElement(page: Page, selector: string) {
  const element = await page.$(selector);
  if (!element) throw new Error(`No element matches ${selector}`);
  return element;
}

/** Types a query until one row is left, and clears it until the last row is back. */
export async function searchAction(page: Page, text: string, row: Locator, last: number) {
  const input = await requireElement(page, 'input[type=search]');
  return async () => {
    await input.focus();
    await page.keyboard.type(text, { delay: 60 });
    await row.nth(1).waitFor({ state: 'detached' });
    await input.fill('');
    await row.nth(last).waitFor();
  };
}

/** The names of the workspaces to use, and a query that finds exactly one. */
interface WorkspaceTargets {
  readonly menuOf: string;
  readonly starOf: string;
  readonly query: string;
}

/** The actions on a list of workspaces that renders `renderedCount` cards. */
export async function workspaceListActions(
  page: Page,
  renderedCount: number,
  { menuOf, starOf, query }: WorkspaceTargets,
): Promise<Actions> {
  const card = page.locator(workspaceCard);
  await card.nth(renderedCount - 1).waitFor();
  const menu = await requireElement(page, `[aria-label="${menuOf} actions"]`);
  const star = await requireElement(page, `[aria-label="Favourite ${starOf}"]`);
  const entry = page.locator('[role=menuitem]').first();
  return {
    'open a menu': async () => {
      await menu.click();
      await entry.waitFor();
      await page.keyboard.press('Escape');
      await entry.waitFor({ state: 'detached' });
    },
    'favourite a card': () => star.click(),
    'type into the search': await searchAction(page, query, card, renderedCount - 1),
  };
}
