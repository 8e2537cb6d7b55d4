import { formatTimeCursor, isOwnAccount, parseTimeCursor, type adminUserCalls } from '@portal/contract';
import { findPendingDeletion } from '../../request/account/deletions.ts';
import { enqueueAccountEmail } from '../emails/enqueue-account-email.ts';
import { staffReadActions } from '../../request/audit/action-groups.ts';
import { listEntries } from '../audit-log/audit.queries.ts';
import { toStaffEntries } from './audit-log/audit.presenters.ts';
import { personalToAddress, personalTo } from '../../request/audit/personal-values.ts';
import { requestReviewOfSessions } from '../credentials/token-review.ts';
import { clientOfTerminal, describeClient } from '../accounts/sessions/describe-client.ts';
import { endSessions, requireNewLogins } from '../accounts/sessions/end-sessions.ts';
import { allSessionLimits } from '../../request/auth/session-expiry.ts';
import { userForUpdate } from '../../request/account/row-locks.ts';
import type { DbContext } from '../../platform/db/transaction.ts';
import { apiError } from '../../platform/errors/api-error.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { paginate } from '../../request/call/pagination.ts';
import type { Handlers } from '../../request/call/types.ts';
import { findEmptyPreProvisionedUserIds } from '../workspaces/invitations/pre-provisioned-users.ts';
import { activeSessions, type ActiveSessionRow } from '../accounts/sessions/user-sessions.queries.ts';
import { toUserAccount, toUserForStaff, toWorkspaceSearchResult } from './admin.presenters.ts';
import { defaultPageSize, listAuthTokens, tokensOfUser } from './list-auth-tokens.ts';
import { formatRankedRowCursor, sortByIds, type RankedRow } from './ranked-rows.ts';
import { listStaffMembers } from '../workspaces/ownership/staff-members.ts';
import { countsOfUser, userWorkspaces } from './users.queries.ts';

/** A safeguard: no email address has this many identities. */
const maxIdentities = 100;

export const adminUserHandlers: Handlers<typeof adminUserCalls> = {
  async findUsersByEmail({ query: { email } }, { actor, db, audit, services }) {
    const users = await db.user.findMany({
      where: { email, id: { notIn: await findEmptyPreProvisionedUserIds(email, { db }) } },
      include: { billingAccount: true },
      orderBy: [{ lastLoginAt: { sort: 'desc', nulls: 'last' } }, { id: 'asc' }],
      take: maxIdentities,
    });
    audit.record({ details: { email: personalToAddress(email, services), found: users.map(({ id }) => id) } });
    const staff = await listStaffMembers(
      users.flatMap((user) => [user.quarantinedById, user.suspendedById]),
      db,
    );
    return { data: users.map((user) => toUserAccount(user, staff, actor.now)) };
  },

  async getUserForStaff({ params: { userId } }, { actor, db, services }) {
    const user = await db.user.findUnique({ where: { id: userId }, include: { billingAccount: true } });
    if (!user) throw apiError('UserNotFound');
    const agreement = await db.tosAgreement.findFirst({ where: { userId, versionId: user.tosVersionId ?? '' } });
    const sameAddress = await db.user.findMany({
      where: {
        email: user.email,
        id: { notIn: [userId, ...(await findEmptyPreProvisionedUserIds(user.email, { db }))] },
      },
      orderBy: [{ lastLoginAt: { sort: 'desc', nulls: 'last' } }, { id: 'asc' }],
      take: maxIdentities,
    });
    const deletion = await findPendingDeletion(userId, db);
    const staff = await listStaffMembers([user.quarantinedById, user.suspendedById], db);
    const counts = await countsOfUser(userId, allSessionLimits(services.settings), actor.now, db);
    return toUserForStaff({ user, agreement, deletion, sameAddress, staff, counts }, services.legal, actor.now);
  },

  async listWorkspacesOfUser({ params: { userId }, query: { after, limit = defaultPageSize } }, context) {
    const { db, audit } = context;
    await assertUserExists(userId, context);
    const ranked = await db.$queryRaw<RankedRow[]>(userWorkspaces(userId, after, limit + 1));
    const { rows, next } = paginate(ranked, limit, formatRankedRowCursor, context);
    const ids = rows.map(({ id }) => id);
    const memberships = await db.membership.findMany({
      where: { userId, workspaceId: { in: ids } },
      include: { workspace: { include: { memberships: { where: { role: 'OWNER' }, include: { user: true } } } } },
    });
    audit.record({ details: { after: after ?? null, limit, found: rows.length } });
    const workspaces = sortByIds(memberships, ids, ({ workspaceId }) => workspaceId).flatMap((membership) => {
      const { workspace, role, createdAt, isDefault } = membership;
      const [ownership] = workspace.memberships;
      if (!ownership) return [];
      const result = toWorkspaceSearchResult(workspace, ownership.user);
      return { ...result, role, memberSince: createdAt.toISOString(), isDefault };
    });
    return { workspaces, next };
  },

  async listAuthTokensOfUser({ params: { userId }, query }, context) {
    await assertUserExists(userId, context);
    return listAuthTokens(tokensOfUser(userId), query, context);
  },

  async listSessionsOfUser({ params: { userId }, query: { after, limit = defaultPageSize } }, context) {
    await assertUserExists(userId, context);
    const cursor = after === undefined ? null : parseTimeCursor(after);
    const limits = allSessionLimits(context.services.settings);
    const found = await context.db.$queryRaw<ActiveSessionRow[]>(activeSessions(userId, limits, cursor, limit + 1));
    const { rows, next } = paginate(
      found,
      limit,
      ({ startedAt, id }) => formatTimeCursor(startedAt.toISOString(), id),
      context,
    );
    context.audit.record({ details: { after: after ?? null, limit, found: rows.length } });
    const sessions = rows.map((row) => ({
      key: row.id,
      client: { ...describeClient(row), ...clientOfTerminal(row) },
      startedAt: row.startedAt.toISOString(),
      lastSeenAt: row.lastSeenAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
    }));
    return { sessions, next };
  },

  async endUserSessions({ params: { userId }, body: { reason } }, { actor, db, audit, services }) {
    const { settings } = services;
    const user = await userForUpdate(userId, 'UPDATE', db);
    if (!user) throw apiError('UserNotFound');
    if (isOwnAccount(user, actor.user, settings.STAFF_CONNECTIONS))
      throw apiError('NotAllowed', {
        message: 'You can’t end your own sessions here. Use the page Login and security.',
      });
    const { active, instanceTokens, connectCodes } = await endSessions(Prisma.sql`user_id = ${userId}`, db, settings);
    await requireNewLogins(userId, db);
    await requestReviewOfSessions(active, db);
    const ended = { sessions: active.length, instanceTokens, connectCodes };
    if (active.length > 0) await enqueueAccountEmail('sessionsEndedByStaff', userId, {}, db);
    audit.record({ details: { reason: personalTo(userId, reason), ended } });
    return { userId, ended };
  },

  async listAuditEntriesOfUser({ params: { userId }, query: { after, limit = defaultPageSize } }, context) {
    await assertUserExists(userId, context);
    const filter = { action: { notIn: staffReadActions } };
    const page = { after, limit: limit + 1 };
    // Two queries, each along its own index. An entry about what users did to themselves is in both results.
    const asActor = await listEntries({ ...page, actorUserId: userId }, context, filter);
    const asSubject = await listEntries({ ...page, subjectUserId: userId }, context, filter);
    const merged = [...new Map([...asActor.rows, ...asSubject.rows].map((row) => [row.id, row])).values()];
    merged.sort((a, b) => (a.id < b.id ? 1 : -1));
    const { rows, next } = paginate(merged, limit, ({ id }) => id, context);
    context.audit.record({ details: { after: after ?? null, limit, found: rows.length } });
    return { entries: await toStaffEntries(rows, context), next };
  },
};

async function assertUserExists(id: string, { db }: DbContext): Promise<void> {
  const user = await db.user.findUnique({ where: { id }, select: { id: true } });
  if (!user) throw apiError('UserNotFound');
}
