import { databaseNow } from '../../../platform/db/clock.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { matchingInvitationsForUpdate, type LockedInvitation } from './invitations.queries.ts';

/** Locks the open invitations of a workspace that some members sent, and those to an address. */
export const invitationsOfMembersForUpdate = (
  workspaceId: string,
  { inviterIds, email = null }: { inviterIds: readonly string[]; email?: string | null },
  db: Prisma.TransactionClient,
): Promise<LockedInvitation[]> =>
  matchingInvitationsForUpdate(
    Prisma.sql`i.workspace_id = ${workspaceId} AND (i.inviter_id = ANY (${inviterIds}::text[]) OR i.email = ${email}::text)`,
    db,
  );

/** Locks the open invitations to some workspaces, and those that a user sent to any workspace. */
export const invitationsToForUpdate = (
  workspaceIds: readonly string[],
  { inviterId = null }: { inviterId?: string | null },
  db: Prisma.TransactionClient,
): Promise<LockedInvitation[]> =>
  matchingInvitationsForUpdate(
    Prisma.sql`(i.workspace_id = ANY (${workspaceIds}::text[]) OR i.inviter_id = ${inviterId}::text)`,
    db,
  );

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
