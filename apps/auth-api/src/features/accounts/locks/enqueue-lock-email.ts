import type { LockKind } from '@portal/contract';
import type { Prisma, User } from '../../../generated/prisma/client.ts';
import { replaceJob } from '../../../platform/queue/queue.ts';
import { canReceiveEmail } from '../../../request/account/can-receive-email.ts';

/**
 * Enqueues the email about a changed lock, in the transaction that changes it. Several changes before the email is sent become
 * one email about the final state, or none if that is the state that the user knows (`wasLocked`: before this change). Only a
 * verified address gets it, so users who were only invited do not.
 */
export async function enqueueLockEmail(
  user: User,
  kind: LockKind,
  wasLocked: boolean,
  tx: Prisma.TransactionClient,
): Promise<void> {
  if (!canReceiveEmail(user)) return;
  const userId = user.id;
  const key = `account-lock:${kind}:${userId}`;
  const payload = (pending: { wasNotified: boolean } | null) => ({
    userId,
    kind,
    wasNotified: pending?.wasNotified ?? wasLocked,
  });
  await replaceJob(tx, 'sendAccountLockEmail', payload, { key, queue: key });
}
