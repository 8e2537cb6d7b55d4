import type { BrowserContext, Locator, Page } from '@playwright/test';
import { authTokenCalls, memberCalls, workspaceCalls } from '@portal/contract';
import { ulid } from 'ulid';
import { ask } from '../support/ask.ts';
import { actsOnWorkspaces, handle, search, workspaceCard, type Acts } from './acts.ts';
import { answerInPlace, serveInPages } from './served-in-pages.ts';

/** A list that is long, the page that shows it, and what is done there. */
export interface LongList {
  readonly what: string;
  readonly path: string;
  readonly serve: (page: Page) => Promise<unknown>;
  /** One of what is shown of it, and what is there once all of it has come. */
  readonly first: string;
  readonly whole: (page: Page) => Locator;
  readonly acts: (page: Page) => Promise<Acts>;
}

const numbered = (name: string, at: number) => `${name}-${String(at).padStart(5, '0')}`;

/** The workspaces of somebody, of which 500 are drawn. */
export async function manyWorkspaces(context: BrowserContext, count: number): Promise<LongList> {
  const [own] = await ask(context, workspaceCalls.listWorkspaces);
  const rows = Array.from({ length: count }, (_, at) => ({ ...own, id: ulid(), displayName: numbered('Number', at) }));
  return {
    what: `${count} workspaces`,
    path: '/workspaces',
    serve: async (page) => {
      await serveInPages(page, workspaceCalls.listWorkspaces, { rows });
      await answerInPlace(page, workspaceCalls.setFavourite, { ...rows[200], isFavourite: true });
    },
    first: workspaceCard,
    whole: (page) => page.locator('h1', { hasText: `${count} Workspaces` }),
    acts: (page) => actsOnWorkspaces(page, 500, { menuOf: 'Number-00100', starOf: 'Number-00200', sought: 'er-00437' }),
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
