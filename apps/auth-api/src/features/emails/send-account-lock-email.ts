import { getLock } from '../../request/account/account-lock.ts';
import { databaseNow } from '../../platform/db/clock.ts';
import { accountLockedEmail, accountUnlockedEmail } from './locks.emails.ts';
import type { Services } from '../../request/call/services.ts';
import { canReceiveEmail } from '../../request/account/can-receive-email.ts';
import type { JobPayloads } from '../../platform/queue/queue.ts';

/**
 * Emails a user about the current state of a lock: that it applies, or that it no longer does. The second only if an earlier
 * email said that it applied. Sends nothing to an address that is no longer verified.
 */
export async function sendAccountLockEmail(
  { userId, kind, wasNotified }: JobPayloads['sendAccountLockEmail'],
  { db, mailer, settings }: Services,
): Promise<void> {
  const user = await db.user.findUnique({ where: { id: userId } });
  if (!user || !canReceiveEmail(user)) return;
  const now = await databaseNow(db);
  const lock = getLock(kind, user, now);
  if (lock) {
    await mailer.send(accountLockedEmail(kind, lock, { isUpdate: wasNotified, to: user.email }, settings));
  } else if (wasNotified) {
    const otherKind = kind === 'quarantine' ? 'suspension' : 'quarantine';
    const remaining = getLock(otherKind, user, now) && otherKind;
    await mailer.send(accountUnlockedEmail(kind, remaining, user.email, settings));
  }
}
