import { Fault } from '../fault.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { inTransaction } from '../http/transaction.ts';
import type { Services } from '../services.ts';

/** How many invitation emails one mailbox gets, from all senders together. */
export const invitationEmailLimit = { times: 3, hours: 24 };

interface InvitationEmail {
  /** The same at each try. */
  readonly id: string;
  readonly mailboxHash: string;
}

/**
 * Sends an invitation email unless it was sent before or its mailbox got as many as it may. Only an email that is sent counts,
 * once however often its job is retried. Returns whether it was sent now.
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
  await services.db.$executeRaw`UPDATE invitation_emails SET sent_at = now() WHERE id = ${email.id}`;
  return true;
}

/**
 * Counts an email before it is sent, so that concurrent ones cannot exceed the limit. Returns false if it may not be sent. If
 * others that are being sent use up the limit, it fails, so that the job is retried: they may fail, and then do not count.
 */
function countInvitationEmail(
  { id, mailboxHash }: InvitationEmail,
  services: Pick<Services, 'db' | 'settings'>,
): Promise<boolean> {
  const limit = Math.max(1, Math.round(invitationEmailLimit.times * services.settings.RATE_LIMIT_SCALE));
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
    // Whether the email is one too many however those that are being sent end.
    const [found] = await db.$queryRaw<{ isExcess: boolean }[]>`
      SELECT EXISTS (SELECT FROM invitation_emails WHERE id = ${id} AND sent_at IS NOT NULL)
        OR ${limit}::int <= (${othersOfMailbox} AND sent_at IS NOT NULL) AS "isExcess"`;
    if (!found?.isExcess) throw new Fault('Other emails to this mailbox are being sent. The job is retried.');
    return false;
  });
}
