import type { Prisma, User } from '../generated/prisma/client.ts';
import type { Settings } from '../settings.ts';
import { inheritLockOuts } from './inherit-lock-outs.ts';

/**
 * Quarantines a person as whoever else has their address, once it is verified to be theirs: nobody gets around a
 * quarantine by another login. Only then, so that staff may decide otherwise later. A suspension is no such thing: who pays,
 * pays for one account. Answers whose quarantine was taken over.
 */
export async function followQuarantine(
  { id, email, emailVerified }: User,
  before: Pick<User, 'email' | 'emailVerified'> | null,
  tx: Prisma.TransactionClient,
  settings: Settings,
): Promise<string[]> {
  const hadIt = before?.emailVerified === true && before.email === email;
  if (hadIt || !emailVerified) return [];
  const others = await tx.user.findMany({
    where: { email, emailVerified: true, id: { not: id }, quarantineBeganAt: { not: null } },
  });
  const followed: string[] = [];
  for (const other of others) {
    const user = await tx.user.findUniqueOrThrow({ where: { id } });
    const inherited = await inheritLockOuts(other, user, tx, settings, ['quarantine']);
    if (inherited.length > 0) followed.push(other.id);
  }
  return followed;
}

/** What the line of the act that led to it says. */
export const quarantineDetails = (likeUserIds: readonly string[]) =>
  likeUserIds.length > 0 ? { quarantinedLike: [...likeUserIds] } : {};
