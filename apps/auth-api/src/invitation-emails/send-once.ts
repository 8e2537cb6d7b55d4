import { databaseNow } from '../db/clock.ts';
import { inTransaction } from '../db/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { Services } from '../services.ts';

/** How many invitation emails a mailbox receives from all senders together. */
export const invitationEmailLimit = { times: 3, hours: 24 };

interface InvitationEmail {
  /** The same for every attempt. */
  readonly id: string;
  readonly mailboxHash: string;
}

/**
 * Sends an invitation email, unless it was sent before or its mailbox has reached the limit. Only sent emails count, and each
 * counts once, however often its job is retried. Returns whether it was sent now.
 */
export async function sendOnce(
  email: InvitationEmail,
  send: () => Promise<void>,
  services: Pick<Services, 'db' | 'settings'>,
): Promise<boolean> {
  if (!(await countInvitationEmail(email, services))) return false;
  try {
    await send();
  } catch (error) {
    await services.db.invitationEmail.deleteMany({ where: { id: email.id, sentAt: null } });
    throw error;
  }
  const sentAt = await databaseNow(services.db);
  await services.db.invitationEmail.updateMany({ where: { id: email.id }, data: { sentAt } });
  return true;
}

/**
 * Counts an email before it is sent, so that concurrent emails cannot exceed the limit. Returns false if it must not be sent.
 * Throws if emails that are being sent use up the limit, so that the job is retried: those that fail do not count.
 */
function countInvitationEmail(
  { id, mailboxHash }: InvitationEmail,
  services: Pick<Services, 'db' | 'settings'>,
): Promise<boolean> {
  const limit = Math.max(1, Math.round(invitationEmailLimit.times * services.settings.RATE_LIMIT_MULTIPLIER));
  return inTransaction(services, async ({ db }) => {
    await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`mailbox:${mailboxHash}`}, 0))`;
    const othersOfMailbox = Prisma.sql`
      SELECT count(*) FROM invitation_emails
      WHERE mailbox_hash = ${mailboxHash} AND id <> ${id}
        AND created_at > now() - make_interval(hours => ${invitationEmailLimit.hours}::int)`;
    const counted = await db.$executeRaw`
      INSERT INTO invitation_emails (id, mailbox_hash)
      SELECT ${id}, ${mailboxHash} WHERE ${limit}::int > (${othersOfMailbox})
      ON CONFLICT (id) DO UPDATE SET created_at = now() WHERE invitation_emails.sent_at IS NULL`;
    if (counted === 1) return true;
    // Whether it exceeds the limit even if none of the emails that are being sent succeeds.
    const [{ isOverDailyLimit }] = await db.$queryRaw<[{ isOverDailyLimit: boolean }]>`
      SELECT EXISTS (SELECT FROM invitation_emails WHERE id = ${id} AND sent_at IS NOT NULL)
        OR ${limit}::int <= (${othersOfMailbox} AND sent_at IS NOT NULL) AS "isOverDailyLimit"`;
    if (!isOverDailyLimit) throw new AppError('Other emails to this mailbox are being sent. The job will be retried.');
    return false;
  });
}
