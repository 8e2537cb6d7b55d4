import { getLock } from '../../account-locks/account-lock.ts';
import { databaseNow } from '../../db/clock.ts';
import { accountLockedEmail } from '../../emails/account-locked.ts';
import { accountUnlockedEmail } from '../../emails/account-unlocked.ts';
import type { Services } from '../../services.ts';
import { canReceiveEmail } from '../../users/can-receive-email.ts';
import type { JobPayloads } from '../queue.ts';

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
