import { signupMethodOf } from '@portal/contract';
import type { DbContext } from '../../platform/db/transaction.ts';
import type { User } from '../../generated/prisma/client.ts';

/**
 * How older accounts with an email address log in, if they have workspaces. The caller has checked that the address is the user's
 * own. Each identity has its own account, so a user who logs in another way than before gets a new one.
 */
export async function findOtherLogins(
  { id, signedUpAt }: Pick<User, 'id' | 'signedUpAt'>,
  email: string,
  { db }: DbContext,
): Promise<string[]> {
  if (signedUpAt === null) return [];
  const accounts = await db.user.findMany({
    where: {
      id: { not: id },
      signedUpAt: { lt: signedUpAt },
      email,
      emailVerified: true,
      auth0Id: { not: null },
      quarantinedAt: null,
      memberships: { some: { workspace: { deletedAt: null, quarantinedAt: null } } },
    },
    select: { auth0Id: true },
    orderBy: { id: 'asc' },
  });
  return [...new Set(accounts.map(({ auth0Id }) => signupMethodOf(auth0Id ?? '')))];
}
