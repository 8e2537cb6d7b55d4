import { databaseNow } from '../database/clock.ts';
import type { Services } from '../services.ts';
import { lockOutOf } from '../users/lock-outs.ts';
import { isReachable } from '../users/tell-lock-out.ts';
import type { Jobs } from './add-job.ts';
import { lockOutMail, lockOutOverMail } from './lock-out.mail.ts';

/**
 * Tells a person how they are locked out now, or that they no longer are; nothing where no mail told them that they were, or
 * where the address that they have by now isn't known to be theirs.
 */
export async function tellLockOut(
  { userId, kind, knowsOfLock }: Jobs['tellLockOut'],
  { db, mailer, settings }: Services,
): Promise<void> {
  const user = await db.user.findUnique({ where: { id: userId } });
  if (!user || !isReachable(user)) return;
  const now = await databaseNow(db);
  const lockOut = lockOutOf(kind, user, now);
  if (lockOut) {
    await mailer.send(lockOutMail(kind, lockOut, { isKnown: knowsOfLock, to: user.email }, settings));
  } else if (knowsOfLock) {
    const other = kind === 'quarantine' ? 'suspension' : 'quarantine';
    await mailer.send(lockOutOverMail(kind, lockOutOf(other, user, now) && other, user.email, settings));
  }
}
