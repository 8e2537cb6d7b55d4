import { databaseNow } from '../../../platform/db/clock.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { personalTo } from '../../../request/audit/personal-values.ts';
import { revokeServiceAccountTokens } from '../../credentials/revoke-tokens.ts';
import { serviceAccountForUpdate } from '../../credentials/service-accounts.queries.ts';
import { invitationsOfServiceAccountForUpdate, settleInvitations } from '../invitations/settle-invitations.ts';

interface ServiceAccountOfWorkspace {
  readonly serviceAccountId: string;
  readonly workspaceId: string;
}

/**
 * Deletes a service account, revokes its API tokens and cancels its open invitations. Its row stays, so that its name stays reserved and
 * the activity readable; its description does not. Returns what it did, for the details of the audit entry. The caller has locked the
 * workspace. Throws `ServiceAccountNotFound` without a live one.
 */
export async function endServiceAccount(
  { serviceAccountId, workspaceId }: ServiceAccountOfWorkspace,
  db: Prisma.TransactionClient,
) {
  const invitations = await invitationsOfServiceAccountForUpdate(serviceAccountId, db);
  const { name } = await serviceAccountForUpdate(serviceAccountId, workspaceId, 'UPDATE', db);
  const settled = await settleInvitations(invitations, 'cancel', db);
  const revokedTokenIds = await revokeServiceAccountTokens(serviceAccountId, db);
  await db.serviceAccount.update({
    where: { id: serviceAccountId },
    data: { deletedAt: await databaseNow(db), description: null },
  });
  return { serviceAccountId, name: personalTo({ serviceAccountId }, name), revokedTokenIds, ...settled };
}
