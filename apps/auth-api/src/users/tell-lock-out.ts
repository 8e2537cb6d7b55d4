import type { Prisma, User } from '../generated/prisma/client.ts';
import { replaceJob } from '../jobs/add-job.ts';
import type { LockOutKind } from './lock-outs.ts';

/**
 * Has a person told by mail how a lock of theirs is now, in the transaction that changed it. Of changes that no mail has
 * told yet only the outcome is told, and nothing where it is what they know already: `wasLocked` says what was so before.
 * Only an address that is known to be theirs gets such a mail, so nobody does who was only invited.
 */
export async function tellLockOut(
  user: User,
  kind: LockOutKind,
  wasLocked: boolean,
  tx: Prisma.TransactionClient,
): Promise<void> {
  if (!isReachable(user)) return;
  const userId = user.id;
  const key = `tellLockOut:${kind}:${userId}`;
  const told = (untold: { knowsOfLock: boolean } | null) => ({
    userId,
    kind,
    knowsOfLock: untold?.knowsOfLock ?? wasLocked,
  });
  await replaceJob(tx, 'tellLockOut', told, { key, queue: key });
}

/** Whether mails of a lock may go to the address that a person has now. */
export const isReachable = ({ auth0Id, emailVerified }: User) => auth0Id !== null && emailVerified;
