import { lockKinds, type LockKind } from '@portal/contract';
import type { Settings } from '../../../platform/config/settings.ts';
import { databaseNow } from '../../../platform/db/clock.ts';
import type { Prisma, User } from '../../../generated/prisma/client.ts';
import { getLock, toLockColumns, type AccountLock } from '../../../request/account/account-lock.ts';
import { preProvisionedUserForUpdate } from '../../workspaces/invitations/pre-provisioned-users.ts';
import { enqueueLockEmail } from './enqueue-lock-email.ts';
import { revokeCredentials } from './revoke-credentials.ts';

/**
 * Copies the locks of one user to another, revokes their credentials and emails them. Of two locks of one kind the one that lasts
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
  await revokeCredentials(to, tx, settings);
  for (const kind of copied) await enqueueLockEmail(to, kind, getLock(kind, to, now) !== null, tx);
  return copied;
}

/** The locks of a pre-provisioned user that accounts got. */
export interface MovedLocks {
  /** The kinds that the user got. */
  readonly kinds: readonly LockKind[];
  /** The other accounts with the verified address that got a lock. */
  readonly otherUserIds: readonly string[];
}

export const hasMoved = ({ kinds, otherUserIds }: MovedLocks) => kinds.length > 0 || otherUserIds.length > 0;

/** The details of an audit entry. */
export const movedLockDetails = ({ kinds, otherUserIds }: MovedLocks) => ({
  lockOuts: [...kinds],
  ...(otherUserIds.length > 0 && { otherUserIds: [...otherUserIds] }),
});

/** A pre-provisioned user with the accounts that get its locks, apart from the one that logs in. All are locked until the transaction ends. */
export interface LockedPreProvisionedUser {
  readonly preProvisionedUser: User;
  readonly otherAccounts: readonly User[];
}

/**
 * Locks the pre-provisioned user of a verified address and, if it has locks to move, all accounts with the address. Call it before
 * sessions are ended. The caller has locked the address. Null if there is no pre-provisioned user.
 */
export async function preProvisionedUserAndAccountsForUpdate(
  { email, auth0Id }: Pick<User, 'email' | 'auth0Id'>,
  tx: Prisma.TransactionClient,
): Promise<LockedPreProvisionedUser | null> {
  const preProvisionedUser = await preProvisionedUserForUpdate(email, tx);
  if (!preProvisionedUser) return null;
  if (!hasLocks(preProvisionedUser)) return { preProvisionedUser, otherAccounts: [] };
  const locked = await tx.$queryRaw<{ id: string; auth0Id: string }[]>`
    SELECT id, auth0_id AS "auth0Id" FROM users
    WHERE auth0_id IS NOT NULL AND ((email = ${email} AND email_verified) OR auth0_id = ${auth0Id})
    ORDER BY id FOR NO KEY UPDATE`;
  const ids = locked.filter((user) => user.auth0Id !== auth0Id).map(({ id }) => id);
  return {
    preProvisionedUser,
    otherAccounts: await tx.user.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } }),
  };
}

const hasLocks = ({ quarantinedAt, suspendedAt }: User) => quarantinedAt !== null || suspendedAt !== null;

/**
 * Moves the locks of a pre-provisioned user to the user who verified its address, and to every other account that has. Workspaces
 * wait for a proof of the mailbox. Locks need none and move at once, also when a profile is refreshed. The pre-provisioned user is
 * unlocked, so that the next login does not lock an account again that staff have unlocked.
 */
export async function moveLocks(
  { preProvisionedUser, otherAccounts }: LockedPreProvisionedUser,
  user: User,
  tx: Prisma.TransactionClient,
  settings: Settings,
): Promise<MovedLocks> {
  if (!hasLocks(preProvisionedUser)) return { kinds: [], otherUserIds: [] };
  const kinds = await copyLocks(preProvisionedUser, user, tx, settings);
  const otherUserIds: string[] = [];
  for (const other of otherAccounts)
    if ((await copyLocks(preProvisionedUser, other, tx, settings)).length > 0) otherUserIds.push(other.id);
  const unlocked = lockKinds.map((kind) => toLockColumns(kind, null));
  const data = Object.assign({}, ...unlocked) as ReturnType<typeof toLockColumns>;
  await tx.user.update({ where: { id: preProvisionedUser.id }, data, select: { id: true } });
  return { kinds, otherUserIds };
}

const endTime = (lock: AccountLock | null) => (lock ? (lock.endsAt?.getTime() ?? Infinity) : -Infinity);
