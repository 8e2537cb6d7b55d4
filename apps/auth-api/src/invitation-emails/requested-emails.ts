import type { Settings } from '../config/settings.ts';
import type { DbContext } from '../db/transaction.ts';
import { apiError } from '../errors/api-error.ts';
import { invitationEmailLimit } from './send-once.ts';

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
  { db, settings }: DbContext & { readonly settings: Pick<Settings, 'RATE_LIMIT_MULTIPLIER'> },
): Promise<void> {
  const key = keyOfRequestedEmails(mailboxHash);
  const { times, hours } = invitationEmailLimit;
  const limit = Math.max(1, Math.round(times * settings.RATE_LIMIT_MULTIPLIER));
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`mailbox:${key}`}, 0))`;
  const counted = await db.$executeRaw`
    INSERT INTO invitation_emails (id, mailbox_hash)
    SELECT ${id}, ${key} WHERE ${limit}::int > (SELECT count(*) FROM invitation_emails
      WHERE mailbox_hash = ${key} AND created_at > now() - make_interval(hours => ${hours}::int))`;
  if (counted === 1) return;
  const message = `You requested ${limit} emails today. Try again tomorrow, or ask for a copied link.`;
  throw apiError('TooManyRequests', { message, retryAfter: hours * 3600 });
}
