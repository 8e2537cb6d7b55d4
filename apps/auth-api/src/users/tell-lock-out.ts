import type { Prisma, User } from '../generated/prisma/client.ts';
import { replaceJob } from '../jobs/add-job.ts';
import type { LockOutKind } from './lock-outs.ts';

/**
 * Has a person told by mail how a lock of theirs is now, in the transaction that changed it. Of changes that no mail has
 * told yet only the outcome is told, and nothing where it is what they know already: `wasLocked` says what was so before.
 * Only an address that is known to be theirs gets such a mail, so nobody does who was only invited.
 */
export async function tellLockOut(
  { id: userId, auth0Id, emailVerified }: User,
  kind: LockOutKind,
  wasLocked: boolean,
  tx: Prisma.TransactionClient,
): Promise<void> {
  if (auth0Id === null || !emailVerified) return;
  const key = `tellLockOut:${kind}:${userId}`;
  const told = (untold: { knowsOfLock: boolean } | null) => ({
    userId,
    kind,
    knowsOfLock: untold?.knowsOfLock ?? wasLocked,
  });
  await replaceJob(tx, 'tellLockOut', told, { key, queue: key });
}
