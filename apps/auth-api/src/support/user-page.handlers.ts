import { cursorOf, readCursor, type UserForStaff, type userPageCalls } from '@portal/contract';
import { readsOfSupport } from '../audit/act-of-support.ts';
import { presenter } from '../audit/audit.present.ts';
import { readEntries } from '../audit/read-entries.ts';
import { cutPage } from '../http/cut-page.ts';
import type { Handlers } from '../http/handlers.ts';
import { problem } from '../http/problem.ts';
import { sessionLimits } from '../http/session-limits.ts';
import type { Work } from '../http/transaction.ts';
import type { Settings } from '../settings.ts';
import { findEmptyPlaceholder } from '../users/empty-placeholder.ts';
import { readStaffMembers } from '../staff/staff-members.ts';
import { listTokensForStaff, usualLimit } from './list-auth-tokens.ts';
import { cursorAt, inOrder, type RankedRow } from './ranked.ts';
import { presentFoundWorkspace } from './support.present.ts';
import { presentUserForStaff } from './user-page.present.ts';
import { countsOfUser, sessionsOfUser, workspacesOfUser, type SessionLimits } from './user-page.sql.ts';

/** Nobody has so many identities under one address; a limit all the same. */
const mostIdentities = 100;

export const userPageHandlers: Handlers<typeof userPageCalls> = {
  async getUserForStaff({ params: { userId } }, { actor, db, services }) {
    const user = await db.user.findUnique({ where: { id: userId }, include: { billingAccount: true } });
    if (!user) throw problem('UserNotFound');
    const agreement = await db.tosAgreement.findFirst({ where: { userId, versionId: user.tosVersionId ?? '' } });
    const sameAddress = await db.user.findMany({
      where: { email: user.email, id: { notIn: [userId, ...(await findEmptyPlaceholder(user.email, { db }))] } },
      orderBy: [{ lastLoginAt: { sort: 'desc', nulls: 'last' } }, { id: 'asc' }],
      take: mostIdentities,
    });
    const lockers = await readStaffMembers([user.quarantinedById, user.suspendedById], db);
    const [counts] = await db.$queryRaw<UserForStaff['counts'][]>(
      countsOfUser(userId, limitsOfSessions(services.settings)),
    );
    if (!counts) throw new Error('A count has one row.');
    return presentUserForStaff({ user, agreement, sameAddress, lockers, counts }, services.legal, actor.now);
  },

  async listWorkspacesOfUser({ params: { userId }, query: { after, limit = usualLimit } }, context) {
    const { db, note } = context;
    await expectUser(userId, context);
    const found = await db.$queryRaw<RankedRow[]>(workspacesOfUser(userId, after, limit + 1));
    const { rows, next } = cutPage(found, limit, cursorAt, context);
    const ids = rows.map(({ id }) => id);
    const memberships = await db.membership.findMany({
      where: { userId, workspaceId: { in: ids } },
      include: { workspace: { include: { memberships: { where: { role: 'OWNER' }, include: { user: true } } } } },
    });
    note({ details: { after: after ?? null, limit, found: rows.length } });
    const workspaces = inOrder(ids, memberships, ({ workspaceId }) => workspaceId).flatMap((membership) => {
      const [ownership] = membership.workspace.memberships;
      if (!ownership) return [];
      const { workspace, role, createdAt, isDefault } = membership;
      const shown = presentFoundWorkspace(workspace, ownership.user);
      return { ...shown, role, memberSince: createdAt.toISOString(), isDefault };
    });
    return { workspaces, next };
  },

  async listAuthTokensOfUser({ params: { userId }, query }, context) {
    await expectUser(userId, context);
    return listTokensForStaff({ creatorUserId: userId }, query, context);
  },

  async listSessionsOfUser({ params: { userId }, query: { after, limit = usualLimit } }, context) {
    await expectUser(userId, context);
    const last = after === undefined ? null : readCursor(after);
    const limits = limitsOfSessions(context.services.settings);
    const found = await context.db.$queryRaw<SessionRow[]>(sessionsOfUser(userId, limits, last, limit + 1));
    const { rows, next } = cutPage(found, limit, ({ beganAt, key }) => cursorOf(beganAt.toISOString(), key), context);
    context.note({ details: { after: after ?? null, limit, found: rows.length } });
    const sessions = rows.map(({ key, beganAt, lastSeenAt, expiresAt }) => ({
      key,
      beganAt: beganAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    }));
    return { sessions, next };
  },

  async listAuditEntriesOfUser({ params: { userId }, query: { after, limit = usualLimit } }, context) {
    await expectUser(userId, context);
    const acts = { action: { notIn: readsOfSupport } };
    const page = { after, limit: limit + 1 };
    // Each is read along its own index; a line of what somebody did to themself is in both.
    const did = await readEntries({ ...page, actorUserId: userId }, context, acts);
    const bore = await readEntries({ ...page, subjectUserId: userId }, context, acts);
    const found = [...new Map([...did.rows, ...bore.rows].map((row) => [row.id, row])).values()];
    found.sort((one, other) => (one.id < other.id ? 1 : -1));
    const { rows, next } = cutPage(found, limit, ({ id }) => id, context);
    context.note({ details: { after: after ?? null, limit, found: rows.length } });
    const { forStaff } = await presenter(rows, context);
    return { entries: rows.map(forStaff), next };
  },
};

interface SessionRow {
  readonly key: string;
  readonly beganAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
}

const limitsOfSessions = (settings: Settings): SessionLimits => ({
  ordinary: sessionLimits(false, settings),
  staff: sessionLimits(true, settings),
});

async function expectUser(id: string, { db }: Work): Promise<void> {
  const user = await db.user.findUnique({ where: { id }, select: { id: true } });
  if (!user) throw problem('UserNotFound');
}
