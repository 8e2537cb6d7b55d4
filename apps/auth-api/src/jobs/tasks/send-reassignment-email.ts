import { createSecret, hashSecret } from '../../auth/secrets.ts';
import { inTransaction } from '../../db/transaction.ts';
import { ownershipReassignmentEmail } from '../../emails/ownership-reassignment.ts';
import { objectionUrl, startObjectionPeriod } from '../../ownership/reassignments.ts';
import type { Services } from '../../services.ts';
import { canReceiveEmail } from '../../users/can-receive-email.ts';
import type { JobPayloads } from '../queue.ts';

/**
 * Emails the owner that staff want to change the owner, with the link to object. The time to object starts when the mail server
 * has accepted it. Only the hash of the link's secret is stored, so a retry makes a new link.
 */
export async function sendReassignmentEmail(
  { reassignmentId: id }: JobPayloads['sendReassignmentEmail'],
  services: Services,
): Promise<void> {
  const { db, mailer, settings } = services;
  const pending = await db.ownershipReassignment.findUnique({
    where: { id, closedAt: null, effectiveAt: null },
    include: { workspace: true, from: true, to: true },
  });
  if (!pending) return;
  const isOwnerNotified = canReceiveEmail(pending.from);
  if (isOwnerNotified) {
    const secret = createSecret();
    await db.ownershipReassignment.update({ where: { id }, data: { objectionHash: hashSecret(secret) } });
    const email = ownershipReassignmentEmail(pending, objectionUrl(secret, settings), settings);
    // A Message-ID of its own: a mail server that drops the second email of an id would drop the link that works.
    await mailer.send(email);
  }
  await inTransaction(services, ({ db: tx }) => startObjectionPeriod(id, { isOwnerNotified }, tx));
}
