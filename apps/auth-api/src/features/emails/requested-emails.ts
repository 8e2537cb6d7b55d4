import { lockMailboxes } from '../../request/account/row-locks.ts';
import type { DbContext } from '../../platform/db/transaction.ts';
import { apiError } from '../../platform/errors/api-error.ts';
import type { Services } from '../../request/call/services.ts';
import { scaled } from './email-limits.ts';

/**
 * How many links are sent in some hours: to an invitee who requests them for a mailbox, and to the mailbox for all of its accounts.
 * Anyone can sign up with an address of a mailbox, so they must not use up what its owner can request.
 */
export const requestedEmailLimits = { hours: 24, perUser: 3, perMailbox: 20 };

/** The key under which the emails that invitees requested count. Emails that senders of invitations caused do not use it up. */
export const keyOfRequestedEmails = (mailboxHash: string) => `requested:${mailboxHash}`;

interface RequestedEmail {
  readonly id: string;
  /** The invitee. */
  readonly userId: string;
  /** Of the invitee. */
  readonly mailboxHash: string;
  /** What else the invitee can do for the link. */
  readonly otherwise: string;
}

/** Counts an invitation email that an invitee requested. Throws `TooManyRequests` if they or their mailbox had too many today. */
export async function countRequestedEmail(
  { id, userId, mailboxHash, otherwise }: RequestedEmail,
  { db, settings }: DbContext & Pick<Services, 'settings'>,
): Promise<void> {
  const key = keyOfRequestedEmails(mailboxHash);
  const { hours } = requestedEmailLimits;
  const [perUser, perMailbox] = [
    scaled(requestedEmailLimits.perUser, settings),
    scaled(requestedEmailLimits.perMailbox, settings),
  ];
  await lockMailboxes([key], db);
  const [{ ofUser, ofMailbox }] = await db.$queryRaw<[{ ofUser: number; ofMailbox: number }]>`
    /* count-requested-emails */
    SELECT count(*) FILTER (WHERE inviter_id = ${userId})::int AS "ofUser", count(*)::int AS "ofMailbox"
    FROM invitation_emails WHERE mailbox_hash = ${key} AND created_at > now() - make_interval(hours => ${hours}::int)`;
  if (ofUser < perUser && ofMailbox < perMailbox) {
    await db.invitationEmail.create({ data: { id, mailboxHash: key, inviterId: userId } });
    return;
  }
  const reached =
    ofUser < perUser ? `This mailbox was sent ${perMailbox} requested emails` : `You requested ${perUser} emails`;
  const message = `${reached} today. Try again tomorrow, or ${otherwise}.`;
  throw apiError('TooManyRequests', { message, retryAfter: hours * 3600 });
}
