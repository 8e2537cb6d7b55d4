import { namedOn } from '../database/named-statement.ts';
import { Fault } from '../fault.ts';
import { inTransaction } from '../http/transaction.ts';
import type { Services } from '../services.ts';

/** How many invitation emails one mailbox gets, from all senders together. */
export const invitationEmailLimit = { times: 3, hours: 24 };

/** $1 the mailbox. */
const lockMailbox = {
  name: 'lock-mailbox',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('mailbox:' || $1, 0))`,
};

/** $1 the email, $2 the mailbox, $3 the limit. Counts the email unless it is sent already or the mailbox has had enough. */
const count = {
  name: 'count-invitation-email',
  text: `
    INSERT INTO invitation_emails (id, mailbox_hash)
    SELECT $1, $2 WHERE $3::int > (
      SELECT count(*) FROM invitation_emails
      WHERE mailbox_hash = $2 AND id <> $1 AND created_at > now() - interval '${invitationEmailLimit.hours} hours')
    ON CONFLICT (id) DO UPDATE SET created_at = now() WHERE invitation_emails.sent_at IS NULL
    RETURNING id`,
};

/** $1 the email, $2 the mailbox, $3 the limit. Whether the email is one too many however those that are being sent end. */
const findExcess = {
  name: 'find-excess-invitation-email',
  text: `
    SELECT EXISTS (SELECT FROM invitation_emails WHERE id = $1 AND sent_at IS NOT NULL) OR $3::int <= (
      SELECT count(*) FROM invitation_emails
      WHERE mailbox_hash = $2 AND id <> $1 AND sent_at IS NOT NULL
        AND created_at > now() - interval '${invitationEmailLimit.hours} hours') AS "isExcess"`,
};

const markSent = {
  name: 'mark-invitation-email-sent',
  text: 'UPDATE invitation_emails SET sent_at = now() WHERE id = $1',
};
const uncount = {
  name: 'uncount-invitation-email',
  text: 'DELETE FROM invitation_emails WHERE id = $1 AND sent_at IS NULL',
};

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
  services: Pick<Services, 'db' | 'pool' | 'settings'>,
): Promise<boolean> {
  const sql = namedOn(services.pool);
  if (!(await countInvitationEmail(email, services))) return false;
  try {
    await send();
  } catch (error) {
    await sql(uncount, [email.id]);
    throw error;
  }
  await sql(markSent, [email.id]);
  return true;
}

/**
 * Counts an email before it is sent, so that concurrent ones cannot exceed the limit. Returns false if it may not be sent. If
 * others that are being sent use up the limit, it fails, so that the job is retried: they may fail, and then do not count.
 */
function countInvitationEmail(
  { id, mailboxHash }: InvitationEmail,
  services: Pick<Services, 'db' | 'pool' | 'settings'>,
): Promise<boolean> {
  const limit = Math.max(1, Math.round(invitationEmailLimit.times * services.settings.RATE_LIMIT_SCALE));
  return inTransaction(services, async ({ sql }) => {
    await sql(lockMailbox, [mailboxHash]);
    if ((await sql(count, [id, mailboxHash, limit])).length === 1) return true;
    const [found] = await sql<{ isExcess: boolean }>(findExcess, [id, mailboxHash, limit]);
    if (!found?.isExcess) throw new Fault('Other emails to this mailbox are being sent. The job is retried.');
    return false;
  });
}
