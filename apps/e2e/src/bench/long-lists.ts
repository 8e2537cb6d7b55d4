import type { BrowserContext, Locator, Page } from '@playwright/test';
import { authTokenCalls, memberCalls, workspaceCalls } from '@portal/contract';
import { ulid } from 'ulid';
import { callApi } from '../support/call-api.ts';
import { workspaceListActions, requireElement, searchAction, workspaceCard, type Actions } from './actions.ts';
import { mockResponse, mockPaginatedList } from './mock-responses.ts';

/** A long list, the page that shows it, and the actions to measure there. */
export interface LongList {
  readonly name: string;
  readonly path: string;
  readonly mock: (page: Page) => Promise<unknown>;
  /** A selector of a row, and the element that shows that the list is complete. */
  readonly firstRow: string;
  readonly complete: (page: Page) => Locator;
  readonly actions: (page: Page) => Promise<Actions>;
}

const numberedName = (name: string, index: number) => `${name}-${String(index).padStart(5, '0')}`;

/** The workspaces of a user, of which the page renders 500. */
export async function manyWorkspaces(context: BrowserContext, count: number): Promise<LongList> {
  const [workspace] = await callApi(context, workspaceCalls.listWorkspaces);
  const rows = Array.from({ length: count }, (_, index) => ({
    ...workspace,
    id: ulid(),
    displayName: numberedName('Number', index),
  }));
  return {
    name: `${count} workspaces`,
    path: '/workspaces',
    mock: async (page) => {
      await mockPaginatedList(page, workspaceCalls.listWorkspaces, { rows });
      await mockResponse(page, workspaceCalls.setFavourite, { ...rows[200], isFavourite: true });
    },
    firstRow: workspaceCard,
    complete: (page) => page.locator('h1', { hasText: `${count} Workspaces` }),
    actions: (page) =>
      workspaceListActions(page, 500, { menuOf: 'Number-00100', starOf: 'Number-00200', query: 'er-00437' }),
  };
}

export async function manyMembers(context: BrowserContext, workspaceId: string, count: number): Promise<LongList> {
  const [owner] = await callApi(context, memberCalls.listMembers, { params: { workspaceId } });
  const rows = Array.from({ length: count }, (_, index) => ({
    ...owner,
    ...(index > 0 && { userId: ulid(), email: `${numberedName('member', index)}@example.com`, role: 'EDITOR' }),
  }));
  return {
    name: `${count} members`,
    path: `/workspace/${workspaceId}`,
    mock: (page) => mockPaginatedList(page, memberCalls.listMembers, { rows }),
    firstRow: 'tbody tr',
    complete: (page) => page.getByText(`100 of ${count}`),
    actions: async (page) => {
      return { 'type into the search': await searchAction(page, 'r-00437', page.locator('tbody tr'), 99) };
    },
  };
}

/** The API tokens of a workspace, half of them revoked. */
export function manyTokens(workspaceId: string, count: number): LongList {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: ulid(),
    name: numberedName('token', index),
    creatorUserId: ulid(),
    createdAt: '2026-01-01T00:00:00.000Z',
    expiresAt: null,
    revokedAt: index % 2 ? '2026-01-02T00:00:00.000Z' : null,
    lastUsedAt: null,
  }));
  return {
    name: `${count} API tokens`,
    path: `/workspace/${workspaceId}/tokens`,
    mock: (page) =>
      mockPaginatedList(page, authTokenCalls.listAuthTokens, {
        rows,
        toBody: (authTokens) => ({ authTokens, longestDays: 365 }),
      }),
    firstRow: 'tbody tr',
    complete: (page) => page.getByText(`100 of ${count / 2}`).nth(1),
    actions: async (page) => {
      const name = await requireElement(page, 'form input');
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
