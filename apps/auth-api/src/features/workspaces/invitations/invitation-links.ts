import { createSecret, hashSecret } from '../../../request/auth/secrets.ts';
import type { Settings } from '../../../platform/config/settings.ts';
import { databaseNow } from '../../../platform/db/clock.ts';
import type { DbContext } from '../../../platform/db/transaction.ts';

/**
 * Creates a link to an invitation and returns its URL. Only the token's hash is stored, so each email and each copy has a link
 * of its own. The portal's lib/paths.ts has the same path.
 */
export async function createInvitationLink(
  invitationId: string,
  { db }: DbContext,
  { PORTAL_URL }: Pick<Settings, 'PORTAL_URL'>,
): Promise<string> {
  const token = createSecret();
  await db.invitationLink.create({
    data: { tokenHash: hashSecret(token), invitationId, createdAt: await databaseNow(db) },
    select: { invitationId: true },
  });
  return `${PORTAL_URL}/invitations/${token}`;
}
