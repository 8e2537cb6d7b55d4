import type { BrowserContext, Locator, Page } from '@playwright/test';
import { authTokenCalls, memberCalls, workspaceCalls } from '@portal/contract';
import { ulid } from 'ulid';
import { ask } from '../support/ask.ts';
import { answerInPlace, serveInPages } from './served-in-pages.ts';

/** A list that is long, the page that shows it, and what is done there. */
export interface LongList {
  readonly what: string;
  readonly path: string;
  readonly serve: (page: Page) => Promise<unknown>;
  /** One of what is shown of it, and what is there once all of it has come. */
  readonly first: string;
  readonly whole: (page: Page) => Locator;
  readonly acts: (page: Page) => Promise<Readonly<Record<string, () => Promise<unknown>>>>;
}

const numbered = (name: string, at: number) => `${name}-${String(at).padStart(5, '0')}`;

/** By a selector of style sheets: to look for a role among so many takes the page longer than what is measured. */
async function handle(page: Page, selector: string) {
  const found = await page.$(selector);
  if (!found) throw new Error(`The page has no ${selector}`);
  return found;
}

/** Types into the search until one is left, and empties it again. */
async function search(page: Page, text: string, row: Locator, last: number) {
  const box = await handle(page, 'input[type=search]');
  return async () => {
    await box.focus();
    await page.keyboard.type(text, { delay: 60 });
    await row.nth(1).waitFor({ state: 'detached' });
    await box.fill('');
    await row.nth(last).waitFor();
  };
}

/** The workspaces of somebody, of which 500 are drawn. */
export async function manyWorkspaces(context: BrowserContext, count: number): Promise<LongList> {
  const [own] = await ask(context, workspaceCalls.listWorkspaces);
  const rows = Array.from({ length: count }, (_, at) => ({ ...own, id: ulid(), displayName: numbered('Number', at) }));
  const first = 'article.workspace-card';
  return {
    what: `${count} workspaces`,
    path: '/workspaces',
    serve: async (page) => {
      await serveInPages(page, workspaceCalls.listWorkspaces, { rows });
      await answerInPlace(page, workspaceCalls.setFavourite, { ...rows[200], isFavourite: true });
    },
    first,
    whole: (page) => page.locator('h1', { hasText: `${count} Workspaces` }),
    acts: async (page) => {
      const card = page.locator(first);
      await card.nth(499).waitFor();
      const menu = await handle(page, '[aria-label="Menu of Number-00100"]');
      const star = await handle(page, `${first}:has([aria-label="Menu of Number-00200"]) [aria-label$=Favourite]`);
      const entry = page.locator('[role=menuitem]').first();
      return {
        'open a menu': async () => {
          await menu.click();
          await entry.waitFor();
          await page.keyboard.press('Escape');
          await entry.waitFor({ state: 'detached' });
        },
        'favourite a card': () => star.click(),
        'type into the search': await search(page, 'er-00437', card, 499),
      };
    },
  };
}

/** The members of a workspace. */
export async function manyMembers(context: BrowserContext, workspaceId: string, count: number): Promise<LongList> {
  const [owner] = await ask(context, memberCalls.listMembers, { params: { workspaceId } });
  const rows = Array.from({ length: count }, (_, at) => ({
    ...owner,
    ...(at > 0 && { userId: ulid(), email: `${numbered('member', at)}@example.com`, role: 'EDITOR' }),
  }));
  return {
    what: `${count} members`,
    path: `/workspace/${workspaceId}`,
    serve: (page) => serveInPages(page, memberCalls.listMembers, { rows }),
    first: 'tbody tr',
    whole: (page) => page.getByText(`100 of ${count}`),
    acts: async (page) => {
      return { 'type into the search': await search(page, 'r-00437', page.locator('tbody tr'), 99) };
    },
  };
}

/** The API tokens of a workspace, half of them revoked. */
export function manyTokens(workspaceId: string, count: number): LongList {
  const rows = Array.from({ length: count }, (_, at) => ({
    id: ulid(),
    name: numbered('token', at),
    creatorUserId: ulid(),
    createdAt: '2026-01-01T00:00:00.000Z',
    expiresAt: null,
    revokedAt: at % 2 ? '2026-01-02T00:00:00.000Z' : null,
    lastUsedAt: null,
  }));
  return {
    what: `${count} API tokens`,
    path: `/workspace/${workspaceId}/tokens`,
    serve: (page) =>
      serveInPages(page, authTokenCalls.listAuthTokens, {
        rows,
        answerOf: (authTokens) => ({ authTokens, longestDays: 365 }),
      }),
    first: 'tbody tr',
    whole: (page) => page.getByText(`100 of ${count / 2}`).nth(1),
    acts: async (page) => {
      const name = await handle(page, 'form input');
      const row = page.locator('tbody tr');
      return {
        'type a name': async () => {
          await name.focus();
          await page.keyboard.type('production', { delay: 60 });
          await name.fill('');
        },
        'show 100 more': async () => {
          const rows = await row.count();
          await page.getByText('Show 100 more').first().click();
          await row.nth(rows).waitFor();
        },
      };
    },
  };
}
