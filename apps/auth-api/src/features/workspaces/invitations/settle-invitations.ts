import { databaseNow } from '../../../platform/db/clock.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Sender } from './sender.ts';
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

/** Locks the open invitations that a service account sent. */
export const invitationsOfServiceAccountForUpdate = (
  serviceAccountId: string,
  db: Prisma.TransactionClient,
): Promise<LockedInvitation[]> =>
  matchingInvitationsForUpdate(Prisma.sql`i.inviter_service_account_id = ${serviceAccountId}`, db);

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
 * Cancels open invitations whose sender may no longer invite, or gives them another sender. Returns what it did, for the details
 * of the audit entry. The caller has locked them.
 */
export async function settleInvitations(
  invitations: readonly Pick<LockedInvitation, 'id'>[],
  outcome: 'cancel' | { readonly newSender: Sender },
  db: Prisma.TransactionClient,
) {
  if (invitations.length === 0) return {};
  const ids = invitations.map(({ id }) => id);
  const where = { id: { in: ids } };
  if (outcome === 'cancel') await db.invitation.updateMany({ where, data: { cancelledAt: await databaseNow(db) } });
  else {
    const { inviterId, inviterServiceAccountId, authTokenId } = outcome.newSender;
    await db.invitation.updateMany({ where, data: { inviterId, inviterServiceAccountId, authTokenId } });
  }
  return outcome === 'cancel' ? { cancelledInvitationIds: ids } : { takenOverInvitationIds: ids };
}
