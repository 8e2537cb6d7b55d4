import type { searchCalls } from '@portal/contract';
import { personalToAddress } from '../../request/audit/personal-values.ts';
import { paginate } from '../../request/call/pagination.ts';
import type { Handlers } from '../../request/call/types.ts';
import { toUserSearchResult, toWorkspaceSearchResult } from './admin.presenters.ts';
import { formatRankedRowCursor, sortByIds } from './ranked-rows.ts';
import { search } from './search.queries.ts';

const defaultPageSize = 20;

export const adminSearchHandlers: Handlers<typeof searchCalls> = {
  async searchUsers({ query: { query, after, limit = defaultPageSize } }, context) {
    const matches = await search('users', query, { after, limit: limit + 1 }, context.services);
    const { rows, next } = paginate(matches, limit, formatRankedRowCursor, context);
    const ids = rows.map(({ id }) => id);
    const users = await context.db.user.findMany({ where: { id: { in: ids } } });
    context.audit.record({
      details: { query: personalToAddress(query, context.services), after: after ?? null, limit, found: rows.length },
    });
    return {
      users: sortByIds(users, ids, ({ id }) => id).map((user) => toUserSearchResult(user, context.actor.now)),
      next,
      isCut: isTruncated(matches),
    };
  },

  async searchWorkspaces({ query: { query, after, limit = defaultPageSize } }, context) {
    const matches = await search('workspaces', query, { after, limit: limit + 1 }, context.services);
    const { rows, next } = paginate(matches, limit, formatRankedRowCursor, context);
    const ids = rows.map(({ id }) => id);
    const ownerships = await context.db.membership.findMany({
      where: { workspaceId: { in: ids }, role: 'OWNER' },
      include: { workspace: true, user: true },
    });
    context.audit.record({
      details: { query: personalToAddress(query, context.services), after: after ?? null, limit, found: rows.length },
    });
    const sorted = sortByIds(ownerships, ids, ({ workspaceId }) => workspaceId);
    return {
      workspaces: sorted.map(({ workspace, user }) => toWorkspaceSearchResult(workspace, user)),
      next,
      isCut: isTruncated(matches),
    };
  },
};

const isTruncated = (matches: readonly { readonly isTruncated: boolean }[]) => matches.some((row) => row.isTruncated);
