import type { Prisma } from '../../../generated/prisma/client.ts';
import { sendUnlessRejected } from '../../../integrations/smtp/permanent-rejection.ts';
import { databaseNow } from '../../../platform/db/clock.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { JobPayloads } from '../../../platform/queue/queue.ts';
import { isLocked } from '../../../request/account/account-lock.ts';
import { canReceiveEmail } from '../../../request/account/can-receive-email.ts';
import { isStaffIdentity } from '../../../request/account/staff-identity.ts';
import { jobActor } from '../../../request/audit/job-actor.ts';
import { writeAuditEntries } from '../../../request/audit/write-entries.ts';
import { createSecret, hashSecret } from '../../../request/auth/secrets.ts';
import type { Services } from '../../../request/call/services.ts';
import { ownershipReassignmentEmail } from '../../emails/ownership.emails.ts';
import { reassignmentDetails } from './audit-details.ts';
import { partiesForUpdate } from './parties-for-update.ts';
import {
  closeReassignment,
  requireAnotherConfirmation,
  objectionUrl,
  requireConfirmation,
  startObjectionPeriod,
} from './reassignments.ts';
import { transferOwnership } from './transfer-ownership.ts';

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
    const { confirmedById, requestedById } = pending;
    const author = await tx.user.findUnique({ where: { id: confirmedById ?? requestedById } });
    const isByStaff = author !== null && isStaffIdentity(author, settings) && !isLocked(author, now);
    if (!isByStaff) {
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

/**
 * Emails the owner that staff want to change the owner, with the link to object. The time to object starts when the mail server
 * has accepted it. If it has rejected the address for good, the change waits for the confirmation of another member of staff: an owner who
 * left may have no mailbox any more. Only the hash of the link's secret is stored, so a retry makes a new link.
 */
export async function sendReassignmentEmail(
  { reassignmentId: id }: JobPayloads['sendReassignmentEmail'],
  services: Services,
): Promise<void> {
  const { db } = services;
  const pending = await db.ownershipReassignment.findUnique({
    where: { id, closedAt: null, effectiveAt: null, confirmationNeededAt: null },
    include: { workspace: true, from: true, to: true },
  });
  if (!pending) return;
  const isOwnerNotified = canReceiveEmail(pending.from) && (await sendWithNewLink(pending, services));
  await inTransaction(services, async ({ db: tx }) => {
    if (isOwnerNotified) await startObjectionPeriod(id, 'ownerNotified', tx);
    else await requireConfirmation(id, tx);
  });
}

type Reassignment = Prisma.OwnershipReassignmentGetPayload<{ include: { workspace: true; from: true; to: true } }>;

/** Returns false if the mail server rejected the address of the owner for good. */
async function sendWithNewLink(reassignment: Reassignment, { db, log, mailer, settings }: Services): Promise<boolean> {
  const { id } = reassignment;
  const secret = createSecret();
  await db.ownershipReassignment.update({ where: { id }, data: { objectionHash: hashSecret(secret) } });
  const email = ownershipReassignmentEmail(reassignment, objectionUrl(secret, settings), settings);
  // A Message-ID of its own: a mail server that drops the second email of an id would drop the link that works.
  const isAccepted = await sendUnlessRejected(() => mailer.send(email));
  if (!isAccepted)
    log.info({ reassignmentId: id }, 'email about a change of the owner rejected by the mail server of the address');
  return isAccepted;
}
