import type { EmailLimit } from '@portal/contract';
import { Prisma } from '../../generated/prisma/client.ts';
import { lockMailboxes } from '../../request/account/row-locks.ts';
import { databaseNow } from '../../platform/db/clock.ts';
import type { DbContext } from '../../platform/db/transaction.ts';
import { apiError } from '../../platform/errors/api-error.ts';
import type { Services } from '../../request/call/services.ts';
import { findOwnerId } from '../../request/account/owned-workspaces.ts';

/**
 * How many invitation emails a mailbox receives in some hours. One account can create many workspaces, and one workspace can have
 * many approvers, so each has a share. The limits for all senders together protect the mailbox from many accounts; new accounts
 * cannot use up what it receives from others.
 *
 * An account sends a limited number to all mailboxes together, in all its workspaces. It protects strangers from someone who invites
 * lists of addresses, and the reputation of the mail server.
 */
export const invitationEmailLimits = {
  hours: 24,
  perInviter: 3,
  perWorkspace: 3,
  perMailbox: 20,
  fromNewAccounts: 10,
  perAccount: 1_000,
  perNewAccount: 100,
};

/** The hours that an account is new. */
const newAccountHours = 24;

/** A limit that is scaled for tests and load. */
export const scaled = (limit: number, { RATE_LIMIT_MULTIPLIER }: Services['settings']): number =>
  Math.max(1, Math.round(limit * RATE_LIMIT_MULTIPLIER));

interface NewEmail {
  readonly id: string;
  readonly mailboxHash: string;
  /** Whether the mailbox knows the sender. Then the limits for all senders together do not apply. */
  readonly isFromAcquaintance: boolean;
}

interface EmailSender {
  /** Null for an API token: what the tokens of all workspaces of an owner send counts together. */
  readonly inviterId: string | null;
  readonly workspaceId: string;
}

/** A sender with the account by which it is decided whether it is new: the inviter, or the owner for an API token. */
interface SendingAccount extends EmailSender {
  readonly accountId: string | null;
}

/**
 * The mailboxes that have reached the daily limit of a sender or a workspace, and when they get the next digest. It says nothing about
 * the emails of others.
 */
export async function findReachedMailboxes(
  mailboxHashes: readonly string[],
  { inviterId, workspaceId }: Pick<EmailSender, 'inviterId' | 'workspaceId'>,
  { db, settings }: DbContext & Pick<Services, 'settings'>,
): Promise<{ readonly mailboxHashes: ReadonlySet<string>; readonly until: string }> {
  const { hours, perInviter, perWorkspace } = invitationEmailLimits;
  const reached = await db.$queryRaw<{ mailboxHash: string }[]>`
    /* reached-mailboxes */
    SELECT mailbox_hash AS "mailboxHash" FROM invitation_emails
    WHERE mailbox_hash = ANY (${mailboxHashes}::text[]) AND created_at > now() - make_interval(hours => ${hours}::int)
    GROUP BY mailbox_hash
    HAVING count(*) FILTER (WHERE inviter_id = ${inviterId}) >= ${scaled(perInviter, settings)}::int
      OR count(*) FILTER (WHERE workspace_id = ${workspaceId}) >= ${scaled(perWorkspace, settings)}::int`;
  return {
    mailboxHashes: new Set(reached.map(({ mailboxHash }) => mailboxHash)),
    until: nextDigestAt(await databaseNow(db)),
  };
}

interface Counts {
  readonly mailboxHash: string;
  readonly isNewAccount: boolean;
  ofInviter: number;
  ofWorkspace: number;
  ofAll: number;
  ofNewAccounts: number;
  /** Of the sender, to all mailboxes. */
  readonly ofAccount: number;
  /** When the account is no longer new. Null if there is no account. */
  readonly isNewUntil: Date | null;
  /** When the account can send the next email, if it has reached its limit. */
  readonly accountLimitEndsAt: Date;
}

export interface CountedEmails {
  /** The ids of the emails that may be sent. */
  readonly ids: ReadonlySet<string>;
  /** Why the others may not be sent, by their ids. */
  readonly limits: ReadonlyMap<string, EmailLimit>;
  /** How many emails the sender can still send today. Undefined if there was none to count. */
  readonly emailsLeft: number | undefined;
}

/**
 * Counts the emails that are within the limits, before they are sent: only these may be sent. The mailboxes and the sender are locked,
 * so concurrent invitations do not exceed the limits.
 */
export async function countInvitationEmails(
  emails: readonly NewEmail[],
  sender: EmailSender,
  { db, settings }: DbContext & Pick<Services, 'settings'>,
): Promise<CountedEmails> {
  const hashes = [...new Set(emails.map(({ mailboxHash }) => mailboxHash))];
  const { inviterId, workspaceId } = sender;
  const accountId = inviterId ?? (await findOwnerId(workspaceId, db));
  const account = { inviterId, workspaceId, accountId };
  await lockMailboxes([...hashes, keyOfSender(account)], db);
  const found = await findCounts(hashes, account, { db, settings });
  const countsOf = new Map(found.map((counts) => [counts.mailboxHash, counts]));
  const { perInviter, perWorkspace, perMailbox, fromNewAccounts, perAccount, perNewAccount } = invitationEmailLimits;
  let ofAccount = found[0]?.ofAccount ?? 0;
  /** It ends with the next digest. */
  const addressLimit: EmailLimit = { name: 'address', until: nextDigestAt(await databaseNow(db)) };
  const isBelow = (count: number, limit: number) => count < scaled(limit, settings);
  const limitOf = ({ mailboxHash, isFromAcquaintance }: NewEmail): EmailLimit | null => {
    const counts = countsOf.get(mailboxHash);
    if (!counts) return addressLimit;
    const { ofInviter, ofWorkspace, ofAll, ofNewAccounts, isNewAccount } = counts;
    const isWithinMailboxLimits =
      isBelow(ofAll, perMailbox) && (!isNewAccount || isBelow(ofNewAccounts, fromNewAccounts));
    if (!isBelow(ofInviter, perInviter) || !isBelow(ofWorkspace, perWorkspace)) return addressLimit;
    if (!isFromAcquaintance && !isWithinMailboxLimits) return addressLimit;
    if (!isBelow(ofAccount, isNewAccount ? perNewAccount : perAccount)) return accountLimit(counts);
    ofAccount++;
    counts.ofInviter++;
    counts.ofWorkspace++;
    counts.ofAll++;
    counts.ofNewAccounts += Number(isNewAccount);
    return null;
  };
  const limits = new Map<string, EmailLimit>();
  const counted = emails.filter((email) => {
    const limit = limitOf(email);
    if (limit) limits.set(email.id, limit);
    return limit === null;
  });
  const data = counted.map(({ id, mailboxHash }) => ({ id, mailboxHash, inviterId, workspaceId }));
  await db.invitationEmail.createMany({ data });
  const limitOfAccount = found[0] && scaled(found[0].isNewAccount ? perNewAccount : perAccount, settings);
  return {
    ids: new Set(counted.map(({ id }) => id)),
    limits,
    emailsLeft: limitOfAccount === undefined ? undefined : Math.max(0, limitOfAccount - ofAccount),
  };
}

/** The tokens of an owner count together, so that many workspaces do not send more. */
const keyOfSender = ({ inviterId, workspaceId, accountId }: SendingAccount): string =>
  inviterId === null ? `tokens-of:${accountId ?? workspaceId}` : `sender:${inviterId}`;

/** When the mailboxes that reached their limit get an email with the invitations that wait. In UTC. */
export const digestHour = 18;

function nextDigestAt(now: Date): string {
  const next = new Date(now);
  next.setUTCHours(digestHour, 0, 0, 0);
  if (next <= now) next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString();
}

const accountLimit = ({ isNewAccount, isNewUntil, accountLimitEndsAt }: Counts): EmailLimit =>
  isNewAccount
    ? { name: 'newAccount', until: isNewUntil?.toISOString() ?? null }
    : { name: 'account', until: accountLimitEndsAt.toISOString() };

/** Counts the emails that each mailbox received. Those that invitees requested have keys of their own. */
const findCounts = (
  hashes: readonly string[],
  { inviterId, workspaceId, accountId }: SendingAccount,
  { db, settings }: DbContext & Pick<Services, 'settings'>,
) => {
  const isFromSender =
    inviterId === null
      ? Prisma.sql`(inviter_id IS NULL AND workspace_id IN (
          SELECT others.workspace_id FROM memberships own JOIN memberships others ON others.user_id = own.user_id
          WHERE own.workspace_id = ${workspaceId} AND own.role = 'OWNER' AND others.role = 'OWNER'))`
      : Prisma.sql`inviter_id = ${inviterId}`;
  // Each text has a name of its own: it is that of a prepared statement.
  const name =
    inviterId === null
      ? Prisma.sql`/* count-invitation-emails-of-tokens */`
      : Prisma.sql`/* count-invitation-emails */`;
  return db.$queryRaw<Counts[]>`
    ${name}
    SELECT mailbox.hash AS "mailboxHash",
      coalesce((SELECT created_at > now() - make_interval(hours => ${newAccountHours}::int) FROM users WHERE id = ${accountId}), true)
        AS "isNewAccount",
      (SELECT count(*) FROM invitation_emails WHERE ${isFromSender}
        AND created_at > now() - make_interval(hours => ${invitationEmailLimits.hours}::int))::int AS "ofAccount",
      (SELECT created_at + make_interval(hours => ${newAccountHours}::int) FROM users WHERE id = ${accountId}) AS "isNewUntil",
      coalesce((SELECT created_at FROM invitation_emails WHERE ${isFromSender}
          AND created_at > now() - make_interval(hours => ${invitationEmailLimits.hours}::int)
          ORDER BY created_at DESC OFFSET ${scaled(invitationEmailLimits.perAccount, settings) - 1}::int LIMIT 1),
        (SELECT min(created_at) FROM invitation_emails WHERE ${isFromSender}
          AND created_at > now() - make_interval(hours => ${invitationEmailLimits.hours}::int)), now())
        + make_interval(hours => ${invitationEmailLimits.hours}::int) AS "accountLimitEndsAt",
      count(*) FILTER (WHERE e.inviter_id = ${inviterId})::int AS "ofInviter",
      count(*) FILTER (WHERE e.workspace_id = ${workspaceId})::int AS "ofWorkspace",
      count(e.id)::int AS "ofAll",
      count(*) FILTER (WHERE u.created_at > now() - make_interval(hours => ${newAccountHours}::int))::int AS "ofNewAccounts"
    FROM unnest(${hashes}::text[]) AS mailbox (hash)
    LEFT JOIN invitation_emails e ON e.mailbox_hash = mailbox.hash
      AND e.created_at > now() - make_interval(hours => ${invitationEmailLimits.hours}::int)
    LEFT JOIN memberships o ON o.workspace_id = e.workspace_id AND o.role = 'OWNER'
    LEFT JOIN users u ON u.id = coalesce(e.inviter_id, o.user_id)
    GROUP BY mailbox.hash`;
};

/**
 * How many links are sent in some hours: to an invitee who requests them for a mailbox, and to the mailbox for all of its accounts.
 * Anyone can sign up with an address of a mailbox, so they must not use up what its owner can request.
 */
export const requestedEmailLimits = { hours: 24, perUser: 3, perMailbox: 20 };

/** The key under which digests count. They do not use up the emails that senders of invitations cause. */
export const keyOfDigests = (mailboxHash: string) => `digest:${mailboxHash}`;

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

/**
 * How many emails that confirm a billing contact are sent in some hours: by a user, by a user to a mailbox, to a mailbox by all users that
 * have not proven that they pay, and to a mailbox by all users. Accounts are cheap to make, so those that pay have a share of their own.
 */
export const contactEmailLimits = { hours: 24, perUser: 5, perUserAndMailbox: 2, perMailbox: 20, byUnproven: 10 };

const contactEmails = 'billing-contact:';

/** The key under which these emails count. Invitations do not use it up. */
export const keyOfContactEmails = (mailboxHash: string) => `${contactEmails}${mailboxHash}`;

/**
 * Counts an email that confirms a billing contact. Throws `TooManyRequests` if the user had too many today. The caller has locked the
 * user. What others sent to the mailbox is not said: those emails only delay this one.
 */
export async function countContactEmail(
  { id, userId, mailboxHash }: Omit<RequestedEmail, 'otherwise'>,
  { db, settings }: DbContext & Pick<Services, 'settings'>,
): Promise<void> {
  const { hours } = contactEmailLimits;
  const perUser = scaled(contactEmailLimits.perUser, settings);
  const perUserAndMailbox = scaled(contactEmailLimits.perUserAndMailbox, settings);
  const key = keyOfContactEmails(mailboxHash);
  const [{ ofUser, toMailbox }] = await db.$queryRaw<[{ ofUser: number; toMailbox: number }]>`
    /* count-contact-emails */
    SELECT count(*)::int AS "ofUser", count(*) FILTER (WHERE mailbox_hash = ${key})::int AS "toMailbox" FROM invitation_emails
    WHERE inviter_id = ${userId} AND starts_with(mailbox_hash, ${contactEmails})
      AND created_at > now() - make_interval(hours => ${hours}::int)`;
  if (ofUser >= perUser || toMailbox >= perUserAndMailbox) {
    const reached =
      ofUser >= perUser ? `${perUser} of these emails` : `${perUserAndMailbox} of these emails to this address`;
    const message = `You requested ${reached} today. Try again tomorrow.`;
    throw apiError('TooManyRequests', { message, retryAfter: hours * 3600 });
  }
  await db.invitationEmail.create({ data: { id, mailboxHash: key, inviterId: userId } });
}

/** The seconds until a user can send a mailbox another email that confirms a billing contact. Null if that is now. */
export async function findContactEmailDelay(
  { userId, mailboxHash }: Pick<RequestedEmail, 'userId' | 'mailboxHash'>,
  { db, settings }: DbContext & Pick<Services, 'settings'>,
): Promise<number | null> {
  const { hours } = contactEmailLimits;
  const perMailbox = scaled(contactEmailLimits.perMailbox, settings);
  const byUnproven = scaled(contactEmailLimits.byUnproven, settings);
  const [{ delaySeconds }] = await db.$queryRaw<[{ delaySeconds: number | null }]>`
    /* contact-email-delay */
    WITH sent AS (
      SELECT sent_at, ${hasProvenToPay(Prisma.sql`inviter_id`)} AS is_proven FROM invitation_emails
      WHERE mailbox_hash = ${keyOfContactEmails(mailboxHash)} AND sent_at > now() - make_interval(hours => ${hours}::int)
    ), last_of_limits AS (
      (SELECT sent_at FROM sent ORDER BY sent_at DESC OFFSET ${perMailbox - 1}::int LIMIT 1)
      UNION ALL
      (SELECT sent_at FROM sent WHERE NOT is_proven AND NOT ${hasProvenToPay(Prisma.sql`${userId}`)}
        ORDER BY sent_at DESC OFFSET ${byUnproven - 1}::int LIMIT 1)
    )
    SELECT ceil(extract(epoch FROM max(sent_at) + make_interval(hours => ${hours}::int) - now()))::int AS "delaySeconds"
    FROM last_of_limits`;
  return delaySeconds;
}

/** Whether a user has a payment method at Stripe, or has paid an invoice. */
const hasProvenToPay = (userId: Prisma.Sql) => Prisma.sql`(
  EXISTS (SELECT FROM billing_accounts b WHERE b.user_id = ${userId} AND b.has_payment_method)
  OR EXISTS (SELECT FROM invoices i WHERE i.user_id = ${userId} AND i.status = 'paid' AND i.total > 0))`;
