import { findPendingDeletion } from '../../../request/account/deletions.ts';
import { isLocked } from '../../../request/account/account-lock.ts';
import { databaseNow } from '../../../platform/db/clock.ts';
import { undeletedWorkspaceForUpdate, userForUpdate } from '../../../request/account/row-locks.ts';
import type { Prisma, User, Workspace, WorkspaceRole } from '../../../generated/prisma/client.ts';
import { canReceiveEmail } from '../../../request/account/can-receive-email.ts';

/** The two users between whom the ownership of a workspace moves. */
export interface Parties {
  readonly workspaceId: string;
  readonly fromUserId: string;
  readonly toUserId: string;
}

export interface LockedParties {
  readonly workspace: Workspace;
  readonly from: User;
  readonly to: User;
  /** Whether `from` owns the workspace. */
  readonly isFromOwner: boolean;
  /** The role of `to`; null if they are not a member. */
  readonly toRole: WorkspaceRole | null;
  /**
   * Whether the account of `to` may own a workspace: it has a verified address, no lock and no pending deletion, which a workspace
   * with other members would prevent.
   */
  readonly canToOwn: boolean;
}

/**
 * Locks everything that a change of the owner relies on, in the order of request/account/row-locks.ts: both users, the workspace, both
 * memberships. A handler that changes the workspace names the users in its `locks`. Null if a user no longer exists or the workspace
 * is deleted.
 */
export async function partiesForUpdate(
  { workspaceId, fromUserId, toUserId }: Parties,
  db: Prisma.TransactionClient,
): Promise<LockedParties | null> {
  const users = new Map<string, User | null>();
  for (const id of [fromUserId, toUserId].sort()) users.set(id, await userForUpdate(id, 'SHARE', db));
  const workspace = await undeletedWorkspaceForUpdate(workspaceId, db);
  const [from, to] = [users.get(fromUserId), users.get(toUserId)];
  if (!from || !to || !workspace) return null;
  const memberships = await db.$queryRaw<{ userId: string; role: WorkspaceRole }[]>`
    SELECT user_id AS "userId", role FROM memberships
    WHERE workspace_id = ${workspaceId} AND user_id IN (${fromUserId}, ${toUserId})
    ORDER BY user_id FOR UPDATE`;
  const roleOf = (id: string) => memberships.find(({ userId }) => userId === id)?.role ?? null;
  return {
    workspace,
    from,
    to,
    isFromOwner: roleOf(fromUserId) === 'OWNER',
    toRole: roleOf(toUserId),
    canToOwn:
      canReceiveEmail(to) && !isLocked(to, await databaseNow(db)) && (await findPendingDeletion(toUserId, db)) === null,
  };
}
