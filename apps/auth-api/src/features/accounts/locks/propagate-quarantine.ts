import { isStaffIdentity } from '../../../request/account/staff-identity.ts';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Prisma, User } from '../../../generated/prisma/client.ts';
import { copyLocks } from './move-locks.ts';

/**
 * Quarantines a user who verifies the email address of a quarantined account, so that a second login cannot evade a
 * quarantine. It happens only when the address becomes verified, so staff can lift it later. A suspension is not propagated: it
 * is about the payments of one account. A staff identity does not get the quarantine of an account that signed up with the same
 * address through another connection. Returns the ids of the accounts whose quarantine was copied.
 */
export async function propagateQuarantine(
  user: User,
  before: Pick<User, 'email' | 'emailVerified'> | null,
  tx: Prisma.TransactionClient,
  settings: Settings,
): Promise<string[]> {
  const { id, email, emailVerified } = user;
  const wasVerified = before?.emailVerified === true && before.email === email;
  if (wasVerified || !emailVerified) return [];
  const accountsWithSameEmail = await tx.user.findMany({
    where: { email, emailVerified: true, id: { not: id }, quarantinedAt: { not: null } },
  });
  const isStaff = isStaffIdentity(user, settings);
  const sources = accountsWithSameEmail.filter((other) => !isStaff || isStaffIdentity(other, settings));
  const sourceUserIds: string[] = [];
  for (const source of sources) {
    const current = await tx.user.findUniqueOrThrow({ where: { id } });
    const copied = await copyLocks(source, current, tx, settings, ['quarantine']);
    if (copied.length > 0) sourceUserIds.push(source.id);
  }
  return sourceUserIds;
}

/** The details for the audit entry of the login or refresh that verified the address. */
export const quarantineDetails = (sourceUserIds: readonly string[]) =>
  sourceUserIds.length > 0 ? { quarantinedLike: [...sourceUserIds] } : {};
