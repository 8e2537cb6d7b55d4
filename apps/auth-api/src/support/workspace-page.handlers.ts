import { restoreEnd, type WorkspaceForStaff, type workspacePageCalls } from '@portal/contract';
import { cutPage } from '../http/cut-page.ts';
import type { Handlers } from '../http/handlers.ts';
import { readOwnedWorkspace } from '../staff/owned-workspace.ts';
import { lockOutOf } from '../users/lock-outs.ts';
import { listTokensForStaff, usualLimit } from './list-auth-tokens.ts';
import { cursorAt, inOrder, type RankedRow } from './ranked.ts';
import { presentNamedUser } from './support.present.ts';
import { countsOfWorkspace, membersForStaff } from './workspace-page.sql.ts';

export const workspacePageHandlers: Handlers<typeof workspacePageCalls> = {
  async getWorkspaceForStaff({ params: { workspaceId } }, { actor, db, note }) {
    const owned = await readOwnedWorkspace(workspaceId, db);
    note({ subjectUserId: owned.ownerId });
    const { description, approvalsEnabled, creator } = await db.workspace.findUniqueOrThrow({
      where: { id: workspaceId },
      include: { creator: true },
    });
    const [counts] = await db.$queryRaw<WorkspaceForStaff['counts'][]>(countsOfWorkspace(workspaceId));
    if (!counts) throw new Error('A count has one row.');
    const restorableUntil = owned.deletedAt === null ? null : restoreEnd(owned.deletedAt, actor.now);
    return { ...owned, description, approvalsEnabled, creator: presentNamedUser(creator), restorableUntil, counts };
  },

  async listMembersForStaff({ params: { workspaceId }, query: { after, limit = usualLimit } }, context) {
    const { actor, db, note } = context;
    await readOwnedWorkspace(workspaceId, db);
    const found = await db.$queryRaw<RankedRow[]>(membersForStaff(workspaceId, after, limit + 1));
    const { rows, next } = cutPage(found, limit, cursorAt, context);
    const ids = rows.map(({ id }) => id);
    const memberships = await db.membership.findMany({
      where: { workspaceId, userId: { in: ids } },
      include: { user: true },
    });
    note({ details: { after: after ?? null, limit, found: rows.length } });
    const members = inOrder(ids, memberships, ({ userId }) => userId).map(({ user, role, createdAt }) => ({
      ...presentNamedUser(user),
      role,
      pending: user.auth0Id === null,
      memberSince: createdAt.toISOString(),
      isQuarantined: lockOutOf('quarantine', user, actor.now) !== null,
      isSuspended: lockOutOf('suspension', user, actor.now) !== null,
    }));
    return { members, next };
  },

  async listAuthTokensForStaff({ params: { workspaceId }, query }, context) {
    await readOwnedWorkspace(workspaceId, context.db);
    return listTokensForStaff({ workspaceId }, query, context);
  },
};
