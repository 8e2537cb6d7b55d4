import { createSecret, hashSecret } from '../../auth/secrets.ts';
import { databaseNow } from '../../db/clock.ts';
import { inTransaction } from '../../db/transaction.ts';
import { ownershipMovedEmail } from '../../emails/ownership-moved.ts';
import { ownershipOfferedEmail } from '../../emails/ownership-offered.ts';
import { ownershipReassignmentEmail } from '../../emails/ownership-reassignment.ts';
import { objectionUrl } from '../../ownership/objection-url.ts';
import { openOffer } from '../../ownership/offers.ts';
import { startObjectionPeriod } from '../../ownership/reassignments.ts';
import type { Services } from '../../services.ts';
import { canReceiveEmail } from '../../users/can-receive-email.ts';
import type { JobPayloads } from '../queue.ts';

/** Tells a member that the owner offers them the ownership, unless the offer has ended. */
export async function sendOwnershipOfferEmail(
  { offerId }: JobPayloads['sendOwnershipOfferEmail'],
  { db, mailer, settings }: Services,
): Promise<void> {
  const offer = await db.ownershipOffer.findUnique({
    where: { id: offerId, ...openOffer(await databaseNow(db)) },
    include: parties,
  });
  if (offer && canReceiveEmail(offer.to)) await mailer.send(ownershipOfferedEmail(offer, settings));
}

/** Tells the previous or the new owner that the ownership has moved. */
export async function sendOwnershipMovedEmail(
  { userId, ...source }: JobPayloads['sendOwnershipMovedEmail'],
  { db, mailer, settings }: Services,
): Promise<void> {
  const moved =
    'offerId' in source
      ? await db.ownershipOffer.findUnique({ where: { id: source.offerId }, include: parties })
      : await db.ownershipReassignment.findUnique({ where: { id: source.reassignmentId }, include: parties });
  if (!moved) return;
  const recipient = userId === moved.toUserId ? moved.to : moved.from;
  if (!canReceiveEmail(recipient)) return;
  const isBySupport = 'reassignmentId' in source;
  await mailer.send(ownershipMovedEmail({ ...moved, recipient, isBySupport }, settings));
}

/**
 * Tells the owner that staff want to change the owner, with the link to object. The time to object starts when the mail server
 * has accepted it. Only the hash of the link's secret is stored, so a retry makes a new link.
 */
export async function sendReassignmentEmail(
  { reassignmentId: id }: JobPayloads['sendReassignmentEmail'],
  services: Services,
): Promise<void> {
  const { db, mailer, settings } = services;
  const pending = await db.ownershipReassignment.findUnique({
    where: { id, closedAt: null, effectiveAt: null },
    include: parties,
  });
  if (!pending) return;
  const isOwnerNotified = canReceiveEmail(pending.from);
  if (isOwnerNotified) {
    const secret = createSecret();
    await db.ownershipReassignment.update({ where: { id }, data: { objectionHash: hashSecret(secret) } });
    await mailer.send(ownershipReassignmentEmail(pending, objectionUrl(secret, settings), settings));
  }
  await inTransaction(services, ({ db: tx }) => startObjectionPeriod(id, { isOwnerNotified }, tx));
}

const parties = { workspace: true, from: true, to: true } as const;
