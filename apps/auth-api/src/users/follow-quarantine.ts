import type { Prisma, User } from '../generated/prisma/client.ts';
import { isStaffIdentity } from '../http/staff-identity.ts';
import type { Settings } from '../settings.ts';
import { inheritLockOuts } from './inherit-lock-outs.ts';

/**
 * Quarantines a person as whoever else has their address, once it is verified to be theirs: nobody gets around a
 * quarantine by another login. Only then, so that staff may decide otherwise later. A suspension is no such thing: who pays,
 * pays for one account. Nor does a colleague's identity take over the quarantine of whoever signed up with their address by
 * another connection. Answers whose quarantine was taken over.
 */
export async function followQuarantine(
  user: User,
  before: Pick<User, 'email' | 'emailVerified'> | null,
  tx: Prisma.TransactionClient,
  settings: Settings,
): Promise<string[]> {
  const { id, email, emailVerified } = user;
  const hadIt = before?.emailVerified === true && before.email === email;
  if (hadIt || !emailVerified) return [];
  const found = await tx.user.findMany({
    where: { email, emailVerified: true, id: { not: id }, quarantineBeganAt: { not: null } },
  });
  const isStaff = isStaffIdentity(user, settings);
  const others = found.filter((other) => !isStaff || isStaffIdentity(other, settings));
  const followed: string[] = [];
  for (const other of others) {
    const current = await tx.user.findUniqueOrThrow({ where: { id } });
    const inherited = await inheritLockOuts(other, current, tx, settings, ['quarantine']);
    if (inherited.length > 0) followed.push(other.id);
  }
  return followed;
}

/** What the line of the act that led to it says. */
export const quarantineDetails = (likeUserIds: readonly string[]) =>
  likeUserIds.length > 0 ? { quarantinedLike: [...likeUserIds] } : {};
