import type { RevokedCounts } from '@portal/contract';
import { revokeUserTokens } from '../../credentials/revoke-tokens.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import type { Settings } from '../../../platform/config/settings.ts';
import { Prisma, type User } from '../../../generated/prisma/client.ts';
import { endOffers } from '../../workspaces/ownership/offers.ts';

/**
 * Revokes all sessions, tokens and codes of a locked user row, in every workspace, and ends ownership offers. Returns how many
 * were active.
 */
export async function revokeCredentials(
  user: User,
  tx: Prisma.TransactionClient,
  settings: Settings,
): Promise<RevokedCounts & { readonly authTokenIds: string[] }> {
  await endOffers({ userId: user.id }, tx);
  const ended = await endSessions(Prisma.sql`user_id = ${user.id}`, tx, settings);
  const { authTokenIds, instanceTokens, connectCodes } = await revokeUserTokens(user.id, tx);
  return {
    sessions: ended.active.length,
    authTokens: authTokenIds.length,
    instanceTokens: ended.instanceTokens + instanceTokens,
    connectCodes: ended.connectCodes + connectCodes,
    authTokenIds,
  };
}
