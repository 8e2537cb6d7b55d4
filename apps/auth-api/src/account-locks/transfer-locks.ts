import { lockKinds, type LockKind } from '@portal/contract';
import type { Settings } from '../config/settings.ts';
import { databaseNow } from '../db/clock.ts';
import type { Prisma, User } from '../generated/prisma/client.ts';
import { getLock, toLockColumns, type AccountLock } from './account-lock.ts';
import { enqueueLockEmail } from './enqueue-lock-email.ts';
import { revokeAccess } from './revoke-access.ts';

/**
 * Copies the locks of one user to another, revokes their access and emails them. Of two locks of one kind the one that lasts
 * longer is kept. Returns the kinds that were copied.
 */
export async function copyLocks(
  from: User,
  to: User,
  tx: Prisma.TransactionClient,
  settings: Settings,
  kinds: readonly LockKind[] = lockKinds,
): Promise<LockKind[]> {
  const now = await databaseNow(tx);
  const copied = kinds.filter((kind) => endTime(getLock(kind, from, now)) > endTime(getLock(kind, to, now)));
  if (copied.length === 0) return copied;
  const data = copied.map((kind) => toLockColumns(kind, getLock(kind, from, now)));
  await tx.user.update({ where: { id: to.id }, data: Object.assign({}, ...data) as object, select: { id: true } });
  await revokeAccess(to, tx, settings);
  for (const kind of copied) await enqueueLockEmail(to, kind, getLock(kind, to, now) !== null, tx);
  return copied;
}

/**
 * Moves the locks of a placeholder to the user who verified its address. Unlike invitations, which wait for a login, locks
 * move at once, also when a profile is refreshed. The placeholder is unlocked, so staff have to lift a lock only once.
 */
export async function moveLocks(
  placeholderId: string,
  user: User,
  tx: Prisma.TransactionClient,
  settings: Settings,
): Promise<LockKind[]> {
  const placeholder = await tx.user.findUniqueOrThrow({ where: { id: placeholderId } });
  const moved = await copyLocks(placeholder, user, tx, settings);
  const unlocked = lockKinds.map((kind) => toLockColumns(kind, null));
  const data = Object.assign({}, ...unlocked) as ReturnType<typeof toLockColumns>;
  const hasLocks = placeholder.quarantinedAt !== null || placeholder.suspendedAt !== null;
  if (hasLocks) await tx.user.update({ where: { id: placeholderId }, data, select: { id: true } });
  return moved;
}

const endTime = (lock: AccountLock | null) => (lock ? (lock.endsAt?.getTime() ?? Infinity) : -Infinity);
