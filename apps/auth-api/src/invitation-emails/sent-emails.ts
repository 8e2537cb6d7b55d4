import { namedOn } from '../database/named-statement.ts';
import { inTransaction } from '../http/transaction.ts';
import type { Services } from '../services.ts';

/** How many invitation emails one mailbox gets, whoever sends them. */
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

/** Counts an email before it is sent, so that concurrent ones cannot exceed the limit. Returns false if it may not be sent. */
function countInvitationEmail(
  { id, mailboxHash }: InvitationEmail,
  services: Pick<Services, 'db' | 'pool' | 'settings'>,
): Promise<boolean> {
  const limit = Math.max(1, Math.round(invitationEmailLimit.times * services.settings.RATE_LIMIT_SCALE));
  return inTransaction(services, async ({ sql }) => {
    await sql(lockMailbox, [mailboxHash]);
    return (await sql(count, [id, mailboxHash, limit])).length === 1;
  });
}
