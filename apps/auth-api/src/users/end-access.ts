import type { Ended } from '@portal/contract';
import { endTokensOf } from '../auth-tokens/revoke.ts';
import type { Prisma } from '../generated/prisma/client.ts';

/** Ends all that a person could still act by, in every workspace: sessions, tokens and codes. */
export async function endAccess(
  userId: string,
  tx: Prisma.TransactionClient,
): Promise<Ended & { readonly authTokenIds: string[] }> {
  const { count: sessions } = await tx.session.deleteMany({ where: { userId } });
  const { authTokenIds, ...others } = await endTokensOf(userId, tx);
  return { sessions, authTokens: authTokenIds.length, ...others, authTokenIds };
}
