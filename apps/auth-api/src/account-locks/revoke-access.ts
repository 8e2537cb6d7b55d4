import type { RevokedCounts } from '@portal/contract';
import { revokeUserTokens } from '../auth-tokens/revoke-tokens.ts';
import { unexpiredSessions } from '../auth/session/session-expiry.ts';
import type { Settings } from '../config/settings.ts';
import { databaseNow } from '../db/clock.ts';
import type { Prisma, User } from '../generated/prisma/client.ts';
import { endOffers } from '../ownership/offers.ts';

/** Revokes all sessions, tokens and codes of a user, in every workspace, and ends ownership offers. Returns how many were active. */
export async function revokeAccess(
  user: User,
  tx: Prisma.TransactionClient,
  settings: Settings,
): Promise<RevokedCounts & { readonly authTokenIds: string[] }> {
  const active = unexpiredSessions(user.id, settings, await databaseNow(tx));
  const { count: sessions } = await tx.session.deleteMany({ where: active });
  await tx.session.deleteMany({ where: { userId: user.id } });
  await endOffers({ userId: user.id }, tx);
  const { authTokenIds, ...others } = await revokeUserTokens(user.id, tx);
  return { sessions, authTokens: authTokenIds.length, ...others, authTokenIds };
}
