import { dayMs } from '@portal/contract';
import type { Settings } from '../../platform/config/settings.ts';
import { databaseNow } from '../../platform/db/clock.ts';
import { apiError } from '../../platform/errors/api-error.ts';
import type { AccountDeletion, Prisma } from '../../generated/prisma/client.ts';
import type { OwnedWorkspace } from './owned-workspaces.ts';
import { findOwnerId } from './owned-workspaces.ts';

/** Selects the deletions that are neither cancelled nor completed. */
export const pendingDeletion = {
  cancelledAt: null,
  completedAt: null,
} as const satisfies Prisma.AccountDeletionWhereInput;

/** The pending deletion of a user's account. */
export const findPendingDeletion = (userId: string, db: Prisma.TransactionClient): Promise<AccountDeletion | null> =>
  db.accountDeletion.findUnique({ where: { userId, ...pendingDeletion } });

/** Whether a user has to do something first: hand over or delete a workspace with other members, or pay an invoice. */
export const isBlocked = (workspaces: readonly OwnedWorkspace[], unpaidInvoices: readonly unknown[]): boolean =>
  unpaidInvoices.length > 0 || workspaces.some(({ memberCount }) => memberCount > 0);

/** The link with which a user keeps an account whose deletion is pending. */
export const undoUrl = (token: string, { AUTH_API_URL }: Pick<Settings, 'AUTH_API_URL'>): string =>
  `${AUTH_API_URL}/account-deletion/cancel?token=${encodeURIComponent(token)}`;

/** Whether an account was closed for its deletion: logins are rejected, and nothing is created for it. */
export const isAccountClosed = async (userId: string, db: Prisma.TransactionClient): Promise<boolean> =>
  (await db.accountDeletion.count({ where: { userId, startedAt: { not: null } } })) > 0;

/** The error of a change of staff to a closed account. */
export const closedAccount = () => apiError('NotAllowed', { message: 'This account is being deleted.' });

/** Throws if an account is closed: what staff do to it would be deleted with it. The caller has locked the user. */
export async function rejectClosedAccount(userId: string, db: Prisma.TransactionClient): Promise<void> {
  if (await isAccountClosed(userId, db)) throw closedAccount();
}

/**
 * Throws if a workspace is deleted with the account of its owner, who has asked for it: new members would prevent the deletion. The
 * caller has locked the workspace.
 */
export async function rejectClosingWorkspace(workspaceId: string, db: Prisma.TransactionClient): Promise<void> {
  const ownerId = await findOwnerId(workspaceId, db);
  if (ownerId === null || !(await findPendingDeletion(ownerId, db))) return;
  const message = 'This workspace is deleted with the account of its owner. To invite members, keep the account.';
  throw apiError('AccountDeletionPending', { message });
}

/** Creates the deletion of an account that has no pending one. The caller has locked the user. */
export async function createDeletion(
  userId: string,
  graceDays: number,
  db: Prisma.TransactionClient,
): Promise<AccountDeletion> {
  const requestedAt = await databaseNow(db);
  const times = { requestedAt, dueAt: new Date(requestedAt.getTime() + graceDays * dayMs) };
  return db.accountDeletion.upsert({
    where: { userId },
    create: { userId, ...times },
    update: { ...times, undoHash: null, cancelledAt: null },
  });
}

/**
 * Cancels a pending deletion. Returns false if there is none, or if it has started: nothing cancels it then. The caller has locked
 * the user.
 */
export async function cancelDeletion(userId: string, db: Prisma.TransactionClient): Promise<boolean> {
  const { count } = await db.accountDeletion.updateMany({
    where: { userId, cancelledAt: null, startedAt: null },
    data: { cancelledAt: await databaseNow(db) },
  });
  return count === 1;
}
