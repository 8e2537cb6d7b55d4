import { databaseNow } from '../database/clock.ts';
import type { Prisma, User } from '../generated/prisma/client.ts';
import type { Settings } from '../settings.ts';
import { endAccess } from './end-access.ts';
import { lockOutColumns, lockOutKinds, lockOutOf, type LockOut, type LockOutKind } from './lock-outs.ts';
import { tellLockOut } from './tell-lock-out.ts';

/**
 * Locks a user as another one is locked, such as the placeholder of their address, revokes their access and emails them. Of
 * two locks of one kind the one that lasts longer stays. Returns the kinds that were taken over.
 */
export async function inheritLockOuts(
  from: User,
  to: User,
  tx: Prisma.TransactionClient,
  settings: Settings,
  kinds: readonly LockOutKind[] = lockOutKinds,
): Promise<LockOutKind[]> {
  const now = await databaseNow(tx);
  const inherited = kinds.filter((kind) => endOf(lockOutOf(kind, from, now)) > endOf(lockOutOf(kind, to, now)));
  if (inherited.length === 0) return inherited;
  const data = inherited.map((kind) => lockOutColumns(kind, lockOutOf(kind, from, now)));
  await tx.user.update({ where: { id: to.id }, data: Object.assign({}, ...data) as object, select: { id: true } });
  await endAccess(to, tx, settings);
  for (const kind of inherited) await tellLockOut(to, kind, lockOutOf(kind, to, now) !== null, tx);
  return inherited;
}

/**
 * Moves the locks of a placeholder to the user who has its verified address. Locks move at once, also at a profile refresh,
 * while invitations wait for a login. Afterwards only the account is locked, so that staff lift a lock once.
 */
export async function moveLocks(
  placeholderId: string,
  user: User,
  tx: Prisma.TransactionClient,
  settings: Settings,
): Promise<LockOutKind[]> {
  const placeholder = await tx.user.findUniqueOrThrow({ where: { id: placeholderId } });
  const moved = await inheritLockOuts(placeholder, user, tx, settings);
  const unlocked = lockOutKinds.map((kind) => lockOutColumns(kind, null));
  const data = Object.assign({}, ...unlocked) as ReturnType<typeof lockOutColumns>;
  const hasLocks = placeholder.quarantineBeganAt !== null || placeholder.suspensionBeganAt !== null;
  if (hasLocks) await tx.user.update({ where: { id: placeholderId }, data, select: { id: true } });
  return moved;
}

const endOf = (lockOut: LockOut | null) => (lockOut ? (lockOut.endsAt?.getTime() ?? Infinity) : -Infinity);
