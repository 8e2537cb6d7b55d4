import { isLocked } from '../../account-locks/account-lock.ts';
import { jobActor } from '../../audit/job-actor.ts';
import { writeAuditEntries } from '../../audit/write-entries.ts';
import { databaseNow } from '../../db/clock.ts';
import { inTransaction } from '../../db/transaction.ts';
import { reassignmentDetails } from '../../ownership/audit-details.ts';
import { lockParties } from '../../ownership/lock-parties.ts';
import { transferOwnership } from '../../ownership/transfer-ownership.ts';
import { closeReassignment, requireConfirmation } from '../../ownership/reassignments.ts';
import type { Services } from '../../services.ts';
import type { JobPayloads } from '../queue.ts';

/**
 * Changes the owner as staff requested, if the owner has not objected and it is still possible. A change of which the owner was not
 * notified needs a confirmation. The owner has to be the same, the successor a member with a verified address and no lock, the workspace
 * not deleted, and the member of staff who requested or confirmed the change not locked.
 */
export async function completeReassignment(
  { reassignmentId: id }: JobPayloads['completeReassignment'],
  { db, log }: Pick<Services, 'db' | 'log'>,
): Promise<void> {
  await inTransaction({ db }, async (context) => {
    const { db: tx } = context;
    const pending = await tx.ownershipReassignment.findUnique({
      where: { id, closedAt: null, effectiveAt: { lte: await databaseNow(tx) } },
    });
    if (!pending) return;
    // The previous version starts the time to object without a confirmation.
    if (pending.notifiedAt === null && pending.confirmedById === null) {
      await requireConfirmation(id, tx);
      return;
    }
    const locked = await lockParties(pending, tx);
    const responsible = await tx.user.findUnique({ where: { id: pending.confirmedById ?? pending.requestedById } });
    const isPossible =
      locked !== null &&
      locked.isFromOwner &&
      locked.toRole !== null &&
      locked.canToOwn &&
      responsible !== null &&
      !isLocked(responsible, await databaseNow(tx));
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
      ...jobActor(pending.requestedById, id),
      workspaceId: pending.workspaceId,
      subjectUserId: pending.toUserId,
      details: reassignmentDetails(pending, locked),
    };
    await writeAuditEntries([event], context);
  });
}
