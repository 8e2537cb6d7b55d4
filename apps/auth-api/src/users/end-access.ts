import type { Ended } from '@portal/contract';
import { endTokensOf } from '../auth-tokens/revoke.ts';
import { databaseNow } from '../database/clock.ts';
import type { Prisma, User } from '../generated/prisma/client.ts';
import { notOver } from '../http/session-limits.ts';
import type { Settings } from '../settings.ts';

/** Ends all that a person could still act by, in every workspace: sessions, tokens and codes. Counts what was live. */
export async function endAccess(
  user: User,
  tx: Prisma.TransactionClient,
  settings: Settings,
): Promise<Ended & { readonly authTokenIds: string[] }> {
  const within = notOver(user.id, settings, await databaseNow(tx));
  const { count: sessions } = await tx.session.deleteMany({ where: within });
  await tx.session.deleteMany({ where: { userId: user.id } });
  const { authTokenIds, ...others } = await endTokensOf(user.id, tx);
  return { sessions, authTokens: authTokenIds.length, ...others, authTokenIds };
}
