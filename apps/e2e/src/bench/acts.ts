import type { Locator, Page } from '@playwright/test';

/** What is done on a page, by what it is called. */
export type Acts = Readonly<Record<string, () => Promise<unknown>>>;

export const workspaceCard = 'article.workspace-card';

/** By a selector of style sheets: to look for a role among so many takes the page longer than what is measured. */
export async function handle(page: Page, selector: string) {
  const found = await page.$(selector);
  if (!found) throw new Error(`The page has no ${selector}`);
  return found;
}

/** Types into the search until one is left, and empties it again until the last is back. */
export async function search(page: Page, text: string, row: Locator, last: number) {
  const box = await handle(page, 'input[type=search]');
  return async () => {
    await box.focus();
    await page.keyboard.type(text, { delay: 60 });
    await row.nth(1).waitFor({ state: 'detached' });
    await box.fill('');
    await row.nth(last).waitFor();
  };
}

/** The workspaces that are acted upon, by their names, and what finds one alone. */
interface Chosen {
  readonly menuOf: string;
  readonly starOf: string;
  readonly sought: string;
}

/** What is done in a list of workspaces, of which so many are drawn. */
export async function actsOnWorkspaces(page: Page, drawn: number, { menuOf, starOf, sought }: Chosen): Promise<Acts> {
  const card = page.locator(workspaceCard);
  await card.nth(drawn - 1).waitFor();
  const menu = await handle(page, `[aria-label="Menu of ${menuOf}"]`);
  const star = await handle(page, `${workspaceCard}:has([aria-label="Menu of ${starOf}"]) [aria-label$=Favourite]`);
  const entry = page.locator('[role=menuitem]').first();
  return {
    'open a menu': async () => {
      await menu.click();
      await entry.waitFor();
      await page.keyboard.press('Escape');
      await entry.waitFor({ state: 'detached' });
    },
    'favourite a card': () => star.click(),
    'type into the search': await search(page, sought, card, drawn - 1),
  };
}
