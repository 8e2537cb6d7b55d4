import { isDeepStrictEqual } from 'node:util';
import {
  formatTimeCursor,
  isOwnAccount,
  lockUntilError,
  ownAccountLockError,
  parseTimeCursor,
  type AccountLockChange,
  type accountLockCalls,
  type LockKind,
} from '@portal/contract';
import { rejectClosedAccount } from '../../../request/account/deletions.ts';
import { personalTo } from '../../../request/audit/personal-values.ts';
import type { UserActor } from '../../../request/account/actor.ts';
import { requireRecentLogin } from '../../../request/auth/require-recent-login.ts';
import { isOwnMailbox } from '../../../request/account/staff-identity.ts';
import { userForUpdate } from '../../../request/account/row-locks.ts';
import { apiError, invalidField } from '../../../platform/errors/api-error.ts';
import { toIsoTimestamp } from '../../../platform/lib/iso-timestamp.ts';
import { paginate } from '../../../request/call/pagination.ts';
import type { ActorContext, Handlers, PaginatedContext } from '../../../request/call/types.ts';
import { getLock, toLockColumns, type AccountLock } from '../../../request/account/account-lock.ts';
import { lockedUsers, type LockedUserRow } from '../../../request/account/account-locks.queries.ts';
import { enqueueLockEmail } from './enqueue-lock-email.ts';
import { revokeCredentials } from './revoke-credentials.ts';

export const accountLockHandlers: Handlers<typeof accountLockCalls> = {
  async quarantineUser({ params: { userId }, body: { isQuarantined, ...change } }, context) {
    const { lock, revoked } = await changeLock('quarantine', { userId, isLocked: isQuarantined, change }, context);
    const { at, ...lockFields } = toLockState(lock);
    return { userId, isQuarantined, quarantinedAt: at, ...lockFields, ended: revoked };
  },

  async suspendUser({ params: { userId }, body: { isSuspended, ...change } }, context) {
    const { lock, revoked } = await changeLock('suspension', { userId, isLocked: isSuspended, change }, context);
    const { at, ...lockFields } = toLockState(lock);
    return { userId, isSuspended, suspendedAt: at, ...lockFields, ended: revoked };
  },

  async listQuarantinedUsers({ query }, context) {
    const rows = await listLockedUsers('quarantine', query, context);
    return rows.map(({ startedAt, ...row }) => ({ ...row, quarantinedAt: startedAt }));
  },

  async listSuspendedUsers({ query }, context) {
    const rows = await listLockedUsers('suspension', query, context);
    return rows.map(({ startedAt, ...row }) => ({ ...row, suspendedAt: startedAt }));
  },
};

interface LockRequest {
  readonly userId: string;
  readonly isLocked: boolean;
  readonly change: AccountLockChange;
}

const ownUnlockMessage = 'You cannot lift a lock of an account with your own email address. Ask a colleague.';

const nothingRevoked = { sessions: 0, authTokens: 0, instanceTokens: 0, connectCodes: 0, authTokenIds: [] };

/**
 * Locks an account and revokes its access, or lifts the lock, and emails the user. An account that is locked already keeps the
 * start of its lock and gets the new reason and end; its sessions stay, because a locked user may log in to see the reason.
 */
async function changeLock(kind: LockKind, { userId, isLocked, change }: LockRequest, context: ActorContext) {
  const { actor, db, services } = context;
  const untilError = change.until ? lockUntilError(change.until, actor.now) : null;
  if (untilError) throw invalidField('body.until', untilError);
  const user = await userForUpdate(userId, 'UPDATE', db);
  if (!user) throw apiError('UserNotFound');
  if (isOwnAccount(user, actor.user, services.settings.STAFF_CONNECTIONS))
    throw apiError('NotAllowed', { message: ownAccountLockError });
  if (!isLocked && isOwnMailbox(user, actor.user, services))
    throw apiError('NotAllowed', { message: ownUnlockMessage });
  if (isLocked) requireRecentLogin(actor, 'REAUTH_MAX_AGE_MINUTES', services.settings);
  if (isLocked) await rejectClosedAccount(userId, db);
  const before = getLock(kind, user, actor.now);
  const lock = isLocked ? applyLockChange(before ?? newLock(actor), change) : null;
  await db.user.update({ where: { id: userId }, data: toLockColumns(kind, lock), select: { id: true } });
  const { authTokenIds: revokedTokenIds, ...revoked } =
    lock && !before ? await revokeCredentials(user, db, services.settings) : nothingRevoked;
  const [from, to] = [before && toLockState(before), lock && toLockState(lock)];
  if (!isDeepStrictEqual(from, to)) await enqueueLockEmail(user, kind, before !== null, db);
  const liftDetails = !isLocked && change.reason ? { reason: personalTo(userId, change.reason) } : {};
  const [auditFrom, auditTo] = [from, to].map(
    (state) => state && { ...state, reason: personalTo(userId, state.reason) },
  );
  context.audit.record({
    details: { [kind]: { from: auditFrom, to: auditTo }, ...liftDetails, ended: { ...revoked, revokedTokenIds } },
  });
  return { lock, revoked };
}

const newLock = ({ user, now }: UserActor): AccountLock => ({
  startedAt: now,
  endsAt: null,
  reason: null,
  lockedById: user.id,
});

function applyLockChange(lock: AccountLock, { reason, until }: AccountLockChange): AccountLock {
  return {
    ...lock,
    ...(reason !== undefined && { reason }),
    ...(until !== undefined && { endsAt: until === null ? null : new Date(until) }),
  };
}

const toLockState = (lock: AccountLock | null) => ({
  at: toIsoTimestamp(lock?.startedAt),
  until: toIsoTimestamp(lock?.endsAt),
  reason: lock?.reason ?? null,
});

const defaultPageSize = 500;

async function listLockedUsers(
  kind: LockKind,
  { after, limit = defaultPageSize }: { after?: string | undefined; limit?: number | undefined },
  context: ActorContext & PaginatedContext,
) {
  const cursor = after === undefined ? null : parseTimeCursor(after);
  const found = await context.db.$queryRaw<LockedUserRow[]>(lockedUsers(kind, cursor, limit + 1));
  const { rows } = paginate(
    found,
    limit,
    ({ startedAt, userId }) => formatTimeCursor(startedAt.toISOString(), userId),
    context,
  );
  context.audit.record({ details: { after: after ?? null, limit, found: rows.length } });
  return rows.map(({ userId, email, startedAt, endsAt, reason, byId, byEmail }) => ({
    userId,
    email,
    startedAt: startedAt.toISOString(),
    until: toIsoTimestamp(endsAt),
    reason,
    by: byId !== null && byEmail !== null ? { userId: byId, email: byEmail } : null,
  }));
}
