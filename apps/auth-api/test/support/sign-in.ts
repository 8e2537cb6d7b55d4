import type { User } from '../../src/generated/prisma/client.ts';
import { inTransaction } from '../../src/http/transaction.ts';
import type { Services } from '../../src/services.ts';
import type { IdentityClaims } from '../../src/session/id-token.ts';
import { signIn as signInWithin } from '../../src/session/sign-in.ts';

/** What a finished login makes of an identity, without the session. */
export async function signIn(
  claims: Omit<IdentityClaims, 'amr'> & Partial<IdentityClaims>,
  services: Services,
): Promise<User> {
  const { user } = await inTransaction(services, (work) => signInWithin({ amr: [], ...claims }, work, services));
  return user;
}
