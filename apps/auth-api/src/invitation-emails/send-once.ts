import { databaseNow } from '../db/clock.ts';
import type { Services } from '../services.ts';

interface InvitationEmail {
  /** The same for every attempt. */
  readonly id: string;
  readonly mailboxHash: string;
}

/**
 * Sends an invitation email, unless it was sent before, and returns whether it was sent now. It was counted against the limits of
 * its mailbox when it was enqueued, and stays counted while its job is retried.
 */
export async function sendOnce(
  email: InvitationEmail,
  send: () => Promise<void>,
  { db }: Pick<Services, 'db'>,
): Promise<boolean> {
  if (!(await isUnsent(email, db))) return false;
  await send();
  const sentAt = await databaseNow(db);
  await db.invitationEmail.updateMany({ where: { id: email.id }, data: { sentAt } });
  return true;
}

/** No longer counts an email that will not be sent. */
export async function uncountEmail(id: string, { db }: Pick<Services, 'db'>): Promise<void> {
  await db.invitationEmail.deleteMany({ where: { id, sentAt: null } });
}

/**
 * Whether an email was not sent before. From now on it counts for a day. A job of the previous version has not counted it, and the
 * row of one that is retried for more than two days was purged.
 */
async function isUnsent({ id, mailboxHash }: InvitationEmail, db: Services['db']): Promise<boolean> {
  const counted = await db.$executeRaw`
    INSERT INTO invitation_emails (id, mailbox_hash) VALUES (${id}, ${mailboxHash})
    ON CONFLICT (id) DO UPDATE SET created_at = now() WHERE invitation_emails.sent_at IS NULL`;
  return counted === 1;
}
