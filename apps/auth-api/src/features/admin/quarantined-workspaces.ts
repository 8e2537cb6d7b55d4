import { formatTimeCursor, parseTimeCursor, type ResponseOf, type adminCalls } from '@portal/contract';
import { paginate } from '../../request/call/pagination.ts';
import type { ActorContext, PaginatedContext } from '../../request/call/types.ts';
import { listStaffMembers } from '../workspaces/ownership/staff-members.ts';
import { toWorkspaceWithOwner } from './admin.presenters.ts';
import { defaultPageSize } from './list-auth-tokens.ts';

type Page = ResponseOf<typeof adminCalls.listQuarantinedWorkspaces>;

/** Lists the quarantined workspaces that are not deleted, the most recent quarantine first. */
export async function listQuarantinedWorkspaces(
  { after, limit = defaultPageSize }: { after?: string | undefined; limit?: number | undefined },
  context: ActorContext & PaginatedContext,
): Promise<Page> {
  const cursor = after === undefined ? null : parseTimeCursor(after);
  const found = await context.db.workspace.findMany({
    where: {
      deletedAt: null,
      // `lte` beside the exact condition, because only a range is read along the index.
      quarantinedAt: cursor ? { lte: cursor.timestamp } : { not: null },
      ...(cursor && { NOT: { quarantinedAt: cursor.timestamp, id: { gte: cursor.id } } }),
    },
    include: { memberships: { where: { role: 'OWNER' }, include: { user: true } } },
    orderBy: [{ quarantinedAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  });
  const quarantined = found.flatMap((workspace) => {
    const { quarantinedAt, memberships } = workspace;
    return quarantinedAt ? memberships.map(({ user }) => ({ workspace, user, at: quarantinedAt.toISOString() })) : [];
  });
  const { rows, next } = paginate(
    quarantined,
    limit,
    ({ workspace, at }) => formatTimeCursor(at, workspace.id),
    context,
  );
  context.audit.record({ details: { after: after ?? null, limit, found: rows.length } });
  const staff = await listStaffMembers(
    rows.map(({ workspace }) => workspace.quarantinedById),
    context.db,
  );
  const workspaces = rows.map(({ workspace, user, at }) => {
    const by = staff.find(({ userId }) => userId === workspace.quarantinedById) ?? null;
    return { ...toWorkspaceWithOwner(workspace, user, by), quarantinedAt: at };
  });
  return { workspaces, next };
}
