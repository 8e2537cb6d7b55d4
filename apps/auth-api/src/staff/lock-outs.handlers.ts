import { isDeepStrictEqual } from 'node:util';
import {
  isOwnAccount,
  lockOutEndProblem,
  ownLockOutProblem,
  readCursor,
  type LockOutChange,
  type lockOutCalls,
} from '@portal/contract';
import type { Actor } from '../http/actor.ts';
import { requireFreshLogin } from '../http/fresh-login.ts';
import type { ActorContext, Handlers, PagedContext } from '../http/handlers.ts';
import { invalidField, problem } from '../http/problem.ts';
import { moment } from '../moment.ts';
import { endAccess } from '../users/end-access.ts';
import { holdUser } from '../users/hold-user.ts';
import { lockOutColumns, lockOutOf, type LockOut, type LockOutKind } from '../users/lock-outs.ts';
import { lockedOutNow, type LockedOutRow } from '../users/lock-outs.sql.ts';
import { tellLockOut } from '../users/tell-lock-out.ts';
import { pageOf } from './page-of.ts';

export const lockOutHandlers: Handlers<typeof lockOutCalls> = {
  async quarantineUser({ params: { userId }, body: { isQuarantined, ...change } }, context) {
    const { lockOut, ended } = await changeLockOut('quarantine', { userId, isLocked: isQuarantined, change }, context);
    const { at, ...terms } = present(lockOut);
    return { userId, isQuarantined, quarantinedAt: at, ...terms, ended };
  },

  async suspendUser({ params: { userId }, body: { isSuspended, ...change } }, context) {
    const { lockOut, ended } = await changeLockOut('suspension', { userId, isLocked: isSuspended, change }, context);
    const { at, ...terms } = present(lockOut);
    return { userId, isSuspended, suspendedAt: at, ...terms, ended };
  },

  async listQuarantinedUsers({ query }, context) {
    const rows = await listLockedOut('quarantine', query, context);
    return rows.map(({ beganAt, ...row }) => ({ ...row, quarantinedAt: beganAt }));
  },

  async listSuspendedUsers({ query }, context) {
    const rows = await listLockedOut('suspension', query, context);
    return rows.map(({ beganAt, ...row }) => ({ ...row, suspendedAt: beganAt }));
  },
};

interface Wish {
  readonly userId: string;
  readonly isLocked: boolean;
  readonly change: LockOutChange;
}

const nothing = { sessions: 0, authTokens: 0, instanceTokens: 0, connectCodes: 0, authTokenIds: [] };

/**
 * Locks a person out and ends all that they hold, or lets them in again, and has them told. Somebody who is locked out already stays so
 * since then, under the new terms if there are any, and keeps a login that they made to see why.
 */
async function changeLockOut(kind: LockOutKind, { userId, isLocked, change }: Wish, context: ActorContext) {
  const { actor, db, services } = context;
  const refused = change.until ? lockOutEndProblem(change.until, actor.now) : null;
  if (refused) throw invalidField('body.until', refused);
  const user = await holdUser(userId, 'CHANGE', db);
  if (!user) throw problem('UserNotFound');
  if (isOwnAccount(user, actor.user, services.settings.STAFF_CONNECTIONS))
    throw problem('NotAllowed', { message: ownLockOutProblem });
  if (isLocked) requireFreshLogin(actor, services.settings);
  const before = lockOutOf(kind, user, actor.now);
  const lockOut = isLocked ? withTerms(before ?? begun(actor), change) : null;
  await db.user.update({ where: { id: userId }, data: lockOutColumns(kind, lockOut), select: { id: true } });
  const { authTokenIds: revokedTokenIds, ...ended } =
    lockOut && !before ? await endAccess(user, db, services.settings) : nothing;
  const [from, to] = [before && present(before), lockOut && present(lockOut)];
  if (!isDeepStrictEqual(from, to)) await tellLockOut(user, kind, before !== null, db);
  const lifted = !isLocked && change.reason ? { reason: change.reason } : {};
  context.note({ details: { [kind]: { from, to }, ...lifted, ended: { ...ended, revokedTokenIds } } });
  return { lockOut, ended };
}

const begun = ({ user, now }: Actor): LockOut => ({ beganAt: now, endsAt: null, reason: null, byId: user.id });

function withTerms(lockOut: LockOut, { reason, until }: LockOutChange): LockOut {
  return {
    ...lockOut,
    ...(reason !== undefined && { reason: reason || null }),
    ...(until !== undefined && { endsAt: until === null ? null : new Date(until) }),
  };
}

const present = (lockOut: LockOut | null) => ({
  at: moment(lockOut?.beganAt),
  until: moment(lockOut?.endsAt),
  reason: lockOut?.reason ?? null,
});

const pageSize = 500;

async function listLockedOut(
  kind: LockOutKind,
  { after, limit = pageSize }: { after?: string | undefined; limit?: number | undefined },
  context: ActorContext & PagedContext,
) {
  const last = after === undefined ? null : readCursor(after);
  const found = await context.db.$queryRaw<LockedOutRow[]>(lockedOutNow(kind, last, limit + 1));
  const rows = pageOf(found, limit, ({ beganAt }) => beganAt.toISOString(), context);
  context.note({ details: { after: after ?? null, limit, found: rows.length } });
  return rows.map(({ userId, email, beganAt, endsAt, reason, byId, byEmail }) => ({
    userId,
    email,
    beganAt: beganAt.toISOString(),
    until: moment(endsAt),
    reason,
    by: byId !== null && byEmail !== null ? { userId: byId, email: byEmail } : null,
  }));
}
