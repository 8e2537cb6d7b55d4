import type { searchCalls } from '@portal/contract';
import { cutPage } from '../http/cut-page.ts';
import type { Handlers } from '../http/handlers.ts';
import { cursorAt, inOrder } from './ranked.ts';
import { search } from './search.ts';
import { presentFoundUser, presentFoundWorkspace } from './support.present.ts';

const usualLimit = 20;

const isCut = (found: readonly { readonly isCut: boolean }[]) => found.some((row) => row.isCut);

export const searchHandlers: Handlers<typeof searchCalls> = {
  async searchUsers({ query: { query, after, limit = usualLimit } }, context) {
    const found = await search('users', query, { after, limit: limit + 1 }, context);
    const { rows, next } = cutPage(found, limit, cursorAt, context);
    const ids = rows.map(({ id }) => id);
    const users = await context.db.user.findMany({ where: { id: { in: ids } } });
    context.note({ details: { query, after: after ?? null, limit, found: rows.length } });
    return {
      users: inOrder(ids, users, ({ id }) => id).map((user) => presentFoundUser(user, context.actor.now)),
      next,
      isCut: isCut(found),
    };
  },

  async searchWorkspaces({ query: { query, after, limit = usualLimit } }, context) {
    const found = await search('workspaces', query, { after, limit: limit + 1 }, context);
    const { rows, next } = cutPage(found, limit, cursorAt, context);
    const ids = rows.map(({ id }) => id);
    const ownerships = await context.db.membership.findMany({
      where: { workspaceId: { in: ids }, role: 'OWNER' },
      include: { workspace: true, user: true },
    });
    context.note({ details: { query, after: after ?? null, limit, found: rows.length } });
    const workspaces = inOrder(ids, ownerships, ({ workspaceId }) => workspaceId);
    return {
      workspaces: workspaces.map(({ workspace, user }) => presentFoundWorkspace(workspace, user)),
      next,
      isCut: isCut(found),
    };
  },
};
