import { databaseNow } from '../db/clock.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import type { LockedInvitation } from './invitations.queries.ts';

/**
 * Cancels open invitations whose sender may no longer invite, or makes another member their sender. Returns what it did, for the details
 * of the audit entry. The caller has locked them.
 */
export async function settleInvitations(
  invitations: readonly Pick<LockedInvitation, 'id'>[],
  outcome: 'cancel' | { readonly newInviterId: string },
  db: Prisma.TransactionClient,
) {
  if (invitations.length === 0) return {};
  const ids = invitations.map(({ id }) => id);
  const isCancelled = outcome === 'cancel';
  const data = isCancelled ? { cancelledAt: await databaseNow(db) } : { inviterId: outcome.newInviterId };
  await db.invitation.updateMany({ where: { id: { in: ids } }, data });
  return isCancelled ? { cancelledInvitationIds: ids } : { takenOverInvitationIds: ids };
}
