import { createSecret, hashSecret } from '../../../request/auth/secrets.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { ownershipReassignmentEmail } from '../../emails/ownership.emails.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { isPermanentRejection } from '../../../integrations/smtp/permanent-rejection.ts';
import { objectionUrl, requireConfirmation, startObjectionPeriod } from './reassignments.ts';
import type { Services } from '../../../request/call/services.ts';
import { canReceiveEmail } from '../../../request/account/can-receive-email.ts';
import type { JobPayloads } from '../../../platform/queue/queue.ts';

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
  try {
    // A Message-ID of its own: a mail server that drops the second email of an id would drop the link that works.
    await mailer.send(email);
    return true;
  } catch (error) {
    if (!isPermanentRejection(error)) throw error;
    log.info({ reassignmentId: id }, 'email about a change of the owner rejected by the mail server of the address');
    return false;
  }
}
