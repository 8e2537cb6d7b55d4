import { loginMethodPhrase, signupMethodOf } from '@portal/contract';
import type { DbContext } from '../../platform/db/transaction.ts';
import type { Prisma, User } from '../../generated/prisma/client.ts';
import { toSafeText } from './layout/safe-text.ts';

/**
 * How older accounts with an email address log in, if they have workspaces. The caller has checked that the address is the user's
 * own. Each identity has its own account, so a user who logs in another way than before gets a new one.
 */
export async function findEarlierLogins(
  { id, signedUpAt }: Pick<User, 'id' | 'signedUpAt'>,
  email: string,
  context: DbContext,
): Promise<string[]> {
  return signedUpAt === null ? [] : findLogins({ id: { not: id }, signedUpAt: { lt: signedUpAt }, email }, context);
}

/** How other accounts with an email address log in, older and newer ones, if they have workspaces. As `findEarlierLogins`. */
export const findOtherLogins = ({ id }: Pick<User, 'id'>, email: string, context: DbContext): Promise<string[]> =>
  findLogins({ id: { not: id }, email }, context);

/** Which of several accounts with an email address is this one, for an email to it: by company and login. Null if it is the only one. */
export async function describeAmongOthers(userId: string, email: string, { db }: DbContext): Promise<string | null> {
  const others = await db.user.count({
    where: { id: { not: userId }, email, emailVerified: true, auth0Id: { not: null } },
  });
  if (others === 0) return null;
  const user = await db.user.findUnique({ where: { id: userId }, include: { billingAccount: true } });
  if (!user?.auth0Id) return null;
  const company = user.billingAccount?.legalName ?? null;
  const login = `logs in with ${toSafeText(loginMethodPhrase(signupMethodOf(user.auth0Id)))}`;
  return company === null ? `The one that ${login}` : `${toSafeText(company)} (${login})`;
}

async function findLogins(of: Prisma.UserWhereInput, { db }: DbContext): Promise<string[]> {
  const accounts = await db.user.findMany({
    where: {
      ...of,
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
