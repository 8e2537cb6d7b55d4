import { dayMs } from '@portal/contract';
import { enqueueWorkspaceEvents } from '../../credentials/enqueue-workspace-events.ts';
import { enqueueAccountEmail } from '../../emails/enqueue-account-email.ts';
import { getLock, type AccountLock } from '../../../request/account/account-lock.ts';
import { revokeCredentials } from '../locks/revoke-credentials.ts';
import { jobActor } from '../../../request/audit/job-actor.ts';
import { writeAuditEntries } from '../../../request/audit/write-entries.ts';
import { revokeWorkspaceTokens } from '../../credentials/revoke-tokens.ts';
import { databaseNow } from '../../../platform/db/clock.ts';
import { lockEmail, userForUpdate } from '../../../request/account/row-locks.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Prisma, User } from '../../../generated/prisma/client.ts';
import { invitationsToForUpdate, settleInvitations } from '../../workspaces/invitations/settle-invitations.ts';
import { enqueueMemberLeftEmails } from '../../workspaces/members/enqueue-member-left-emails.ts';
import { endOffers } from '../../workspaces/ownership/offers.ts';
import type { Services } from '../../../request/call/services.ts';
import { cancelDeletion, findPendingDeletion, isBlocked } from '../../../request/account/deletions.ts';
import { ownedWorkspacesForUpdate, type OwnedWorkspace } from '../../../request/account/owned-workspaces.ts';
import { readUnpaidInvoices } from './unpaid-invoices.ts';

const postponementMs = dayMs;

/** `notDue`: the deletion is not pending or no longer due, or another job has closed the account. */
export type CloseOutcome = 'closed' | 'postponed' | 'blocked' | 'notDue';

/**
 * Closes an account whose deletion is due: from then on logins are rejected, and the deletion can no longer be cancelled.
 * First checks again what prevents it. A lock in force postpones the deletion by a day: deleting the account and signing up
 * again must not evade the lock. A workspace with other members or an unpaid invoice cancels it, and the user is emailed why.
 */
export async function closeAccount(userId: string, services: Services): Promise<CloseOutcome> {
  const invoices = await readUnpaidInvoices(userId, services);
  const { email = null } =
    (await services.db.user.findUnique({ where: { id: userId }, select: { email: true } })) ?? {};
  return inTransaction(services, async ({ db }) => {
    if (email !== null) await lockEmail(email, db);
    const user = await userForUpdate(userId, 'UPDATE', db);
    const deletion = await findPendingDeletion(userId, db);
    const now = await databaseNow(db);
    if (!user || !deletion || deletion.startedAt || deletion.dueAt > now) return 'notDue';
    const workspaces = await ownedWorkspacesForUpdate(userId, db);
    if ((await hasLock(user, now, db)) || workspaces.some(({ isQuarantined }) => isQuarantined)) {
      const dueAt = new Date(now.getTime() + postponementMs);
      await db.accountDeletion.update({ where: { userId }, data: { dueAt } });
      return 'postponed';
    }
    if (isBlocked(workspaces, invoices)) {
      await cancelBlocked(userId, workspaces, invoices.length > 0, db);
      return 'blocked';
    }
    await endCredentials(user, workspaces, now, db, services);
    // The mailbox secret may have been replaced since the last login, and the database finds the keys of the mailbox by this hash.
    await db.user.update({ where: { id: userId }, data: { mailboxHash: services.hashMailbox(user.email) } });
    const account = await db.billingAccount.findUnique({ where: { userId }, select: { customerId: true } });
    await db.accountDeletion.update({
      where: { userId },
      data: { startedAt: now, customerId: account?.customerId ?? null },
    });
    return 'closed';
  });
}

/** Whether the user is locked, or the pre-provisioned user of the user's verified address, which is deleted with the account. */
async function hasLock(user: User, now: Date, db: Prisma.TransactionClient): Promise<boolean> {
  const preProvisionedUsers = user.emailVerified
    ? await db.user.findMany({ where: { email: user.email, auth0Id: null, id: { not: user.id } } })
    : [];
  const locksOf = (each: User): (AccountLock | null)[] => [
    getLock('quarantine', each, now),
    getLock('suspension', each, now),
  ];
  return [user, ...preProvisionedUsers].flatMap(locksOf).some((lock) => lock !== null);
}

async function cancelBlocked(
  userId: string,
  workspaces: readonly OwnedWorkspace[],
  hasUnpaidInvoices: boolean,
  db: Prisma.TransactionClient,
): Promise<void> {
  await cancelDeletion(userId, db);
  const workspaceIds = workspaces.filter(({ memberCount }) => memberCount > 0).map(({ workspaceId }) => workspaceId);
  const details = { workspaceIds, hasUnpaidInvoices };
  await enqueueAccountEmail('deletionBlocked', userId, details, db);
  const event = { action: 'cancelAccountDeletion', ...jobActor(userId), details: { blockers: details } };
  await writeAuditEntries([event], { db });
}

/**
 * Ends everything that the user can do or get. The user's own workspaces are deleted, so that they get no new members. The row
 * of the user stays, so that a login finds that the account is closed.
 */
async function endCredentials(
  user: User,
  workspaces: readonly OwnedWorkspace[],
  now: Date,
  db: Prisma.TransactionClient,
  { settings }: Services,
): Promise<void> {
  const ownedIds = workspaces.map(({ workspaceId }) => workspaceId);
  await db.workspace.updateMany({ where: { id: { in: ownedIds } }, data: { deletedAt: now } });
  const others = { userId: user.id, role: { not: 'OWNER' as const } };
  const left = await db.membership.findMany({ where: others, select: { workspaceId: true, role: true } });
  await db.membership.deleteMany({ where: others });
  const invitations = await invitationsToForUpdate(ownedIds, { inviterId: user.id }, db);
  await settleInvitations(invitations, 'cancel', db);
  for (const workspaceId of ownedIds) await endOffers({ workspaceId }, db);
  await revokeCredentials(user, db, settings);
  for (const workspaceId of ownedIds) await revokeWorkspaceTokens(workspaceId, db);
  await db.ownershipReassignment.updateMany({
    where: {
      closedAt: null,
      OR: [{ workspaceId: { in: ownedIds } }, { fromUserId: user.id }, { toUserId: user.id }],
    },
    data: { closedAt: now, outcome: 'SUPERSEDED' },
  });
  await enqueueMemberLeftEmails(user.id, left, { db });
  await enqueueWorkspaceEvents(
    left.map(({ workspaceId }) => workspaceId),
    db,
  );
}
