import type { Work } from '../http/transaction.ts';
import { isLockedOut, type LockOutState } from '../users/lock-outs.ts';
import { lockOutState } from '../users/lock-outs.sql.ts';

/**
 * Keeps a live workspace and a membership in it from ending, and its user from being locked, until the transaction ends, so
 * that no token outlives them. Returns whether there is such a membership. The user is locked first, then the workspace, then
 * the membership, as wherever they are locked together: each subquery names the one before it, so no plan can change the order.
 */
export async function holdMembership(workspaceId: string, userId: string, { db }: Work): Promise<boolean> {
  const [user] = await db.$queryRaw<(LockOutState & { readonly now: Date })[]>`
    /* hold-membership */
    SELECT held.*, now() AS now
    FROM (SELECT u.id, ${lockOutState} FROM users u WHERE u.id = ${userId} FOR SHARE) held
    CROSS JOIN LATERAL (SELECT w.id FROM workspaces w
      WHERE w.id = ${workspaceId} AND held.id = ${userId} AND w.deleted_at IS NULL AND w.quarantined_at IS NULL
      FOR SHARE) workspace
    CROSS JOIN LATERAL (SELECT 1 FROM memberships m
      WHERE m.workspace_id = workspace.id AND m.user_id = held.id FOR SHARE) membership`;
  return user !== undefined && !isLockedOut(user, user.now);
}
