import { lockMailboxes } from '../db/row-locks.ts';
import type { DbContext } from '../db/transaction.ts';
import { apiError } from '../errors/api-error.ts';
import type { Services } from '../services.ts';
import { scaled } from './email-limits.ts';

/** How many links an invitee can request for a mailbox. */
const requestedEmailLimit = { times: 3, hours: 24 };

/** The key under which the emails that invitees requested count. Emails that senders of invitations caused do not use it up. */
export const keyOfRequestedEmails = (mailboxHash: string) => `requested:${mailboxHash}`;

interface RequestedEmail {
  readonly id: string;
  /** Of the invitee. */
  readonly mailboxHash: string;
}

/** Counts an invitation email that an invitee requested. Throws `TooManyRequests` if their mailbox received too many today. */
export async function countRequestedEmail(
  { id, mailboxHash }: RequestedEmail,
  { db, settings }: DbContext & Pick<Services, 'settings'>,
): Promise<void> {
  const key = keyOfRequestedEmails(mailboxHash);
  const { times, hours } = requestedEmailLimit;
  const limit = scaled(times, settings);
  await lockMailboxes([key], db);
  const counted = await db.$executeRaw`
    INSERT INTO invitation_emails (id, mailbox_hash)
    SELECT ${id}, ${key} WHERE ${limit}::int > (SELECT count(*) FROM invitation_emails
      WHERE mailbox_hash = ${key} AND created_at > now() - make_interval(hours => ${hours}::int))`;
  if (counted === 1) return;
  const message = `You requested ${limit} emails today. Try again tomorrow, or ask for a copied link.`;
  throw apiError('TooManyRequests', { message, retryAfter: hours * 3600 });
}
