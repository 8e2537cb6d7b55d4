import type { LockKind } from '@portal/contract';
import { getLock } from '../../request/account/account-lock.ts';
import { databaseNow } from '../../platform/db/clock.ts';
import { accountLockedEmail, accountUnlockedEmail } from './locks.emails.ts';
import type { User } from '../../generated/prisma/client.ts';
import type { Email } from '../../integrations/smtp/mailer.ts';
import { sendUnlessRejected } from '../../integrations/smtp/permanent-rejection.ts';
import type { Settings } from '../../platform/config/settings.ts';
import type { Services } from '../../request/call/services.ts';
import { canReceiveEmail } from '../../request/account/can-receive-email.ts';
import type { JobPayloads } from '../../platform/queue/queue.ts';

/**
 * Emails a user about the current state of a lock: that it applies, or that it no longer does. The second only if an earlier
 * email said that it applied. Sends nothing to an address that is no longer verified, and does not retry one that its mail server
 * rejects for good.
 */
export async function sendAccountLockEmail(
  { userId, kind, wasNotified }: JobPayloads['sendAccountLockEmail'],
  { db, log, mailer, settings }: Services,
): Promise<void> {
  const user = await db.user.findUnique({ where: { id: userId } });
  if (!user || !canReceiveEmail(user)) return;
  const now = await databaseNow(db);
  const email = composeEmail(kind, user, { now, wasNotified }, settings);
  if (email && !(await sendUnlessRejected(() => mailer.send(email))))
    log.warn({ 'user.id': userId, kind }, 'account lock email rejected by the mail server of the address');
}

function composeEmail(
  kind: LockKind,
  user: User,
  { now, wasNotified }: { readonly now: Date; readonly wasNotified: boolean },
  settings: Settings,
): Email | null {
  const lock = getLock(kind, user, now);
  if (lock) return accountLockedEmail(kind, lock, { isUpdate: wasNotified, to: user.email }, settings);
  if (!wasNotified) return null;
  const otherKind = kind === 'quarantine' ? 'suspension' : 'quarantine';
  const remaining = getLock(otherKind, user, now) && otherKind;
  return accountUnlockedEmail(kind, remaining, user.email, settings);
}
