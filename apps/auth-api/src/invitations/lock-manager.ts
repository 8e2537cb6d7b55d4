import { canManageMembers } from '@portal/contract';
import { lockMembership } from '../db/row-locks.ts';
import type { DbContext } from '../db/transaction.ts';
import { apiError } from '../errors/api-error.ts';

/**
 * Locks the membership of the user who changes invitations. Throws if it has ended, or no longer allows to manage members, since the
 * request was authorized.
 */
export async function lockManager(workspaceId: string, userId: string, context: DbContext): Promise<void> {
  const role = await lockMembership(workspaceId, userId, context);
  if (role === null) throw apiError('WorkspaceNotFound');
  if (!canManageMembers(role)) throw apiError('NotAllowed');
}
