import { jobActor } from '../../../request/audit/job-actor.ts';
import { writeAuditEntries } from '../../../request/audit/write-entries.ts';
import { isLocked } from '../../../request/account/account-lock.ts';
import { isStaffIdentity } from '../../../request/account/staff-identity.ts';
import { databaseNow } from '../../../platform/db/clock.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { reassignmentDetails } from './audit-details.ts';
import { partiesForUpdate } from './parties-for-update.ts';
import { transferOwnership } from './transfer-ownership.ts';
import { closeReassignment, requireAnotherConfirmation } from './reassignments.ts';
import type { Services } from '../../../request/call/services.ts';
import type { JobPayloads } from '../../../platform/queue/queue.ts';

/**
 * Changes the owner as staff requested, if the owner has not objected and it is still possible. A change of which the owner was not
 * notified needs a confirmation, and so does one whose last word is of an account that is no longer staff. The owner has to be the same,
 * the successor a member with a verified address and no lock, and the workspace not deleted.
 */
export async function completeReassignment(
  { reassignmentId: id }: JobPayloads['completeReassignment'],
  { db, log, settings }: Pick<Services, 'db' | 'log' | 'settings'>,
): Promise<void> {
  await inTransaction({ db }, async (context) => {
    const { db: tx } = context;
    const now = await databaseNow(tx);
    const pending = await tx.ownershipReassignment.findUnique({
      where: { id, closedAt: null, effectiveAt: { lte: now } },
    });
    if (!pending) return;
    const { notifiedAt, confirmedById, requestedById } = pending;
    const author = await tx.user.findUnique({ where: { id: confirmedById ?? requestedById } });
    const isByStaff = author !== null && isStaffIdentity(author, settings) && !isLocked(author, now);
    // The previous version starts the time to object without a confirmation.
    if (!isByStaff || (notifiedAt === null && confirmedById === null)) {
      await requireAnotherConfirmation(id, tx);
      return;
    }
    const locked = await partiesForUpdate(pending, tx);
    const isPossible = locked !== null && locked.isFromOwner && locked.toRole !== null && locked.canToOwn;
    // The owner may object at the same time.
    if (!(await closeReassignment(id, isPossible ? 'COMPLETED' : 'SUPERSEDED', tx))) return;
    if (!isPossible) {
      log.info(
        { reassignmentId: id, 'si.workspace.id': pending.workspaceId },
        'change of the owner is no longer possible',
      );
      return;
    }
    await transferOwnership(pending, { isBySupport: true }, tx);
    const event = {
      action: 'completeReassignment',
      ...jobActor(requestedById, id),
      workspaceId: pending.workspaceId,
      subjectUserId: pending.toUserId,
      details: reassignmentDetails(pending, locked),
    };
    await writeAuditEntries([event], context);
  });
}
