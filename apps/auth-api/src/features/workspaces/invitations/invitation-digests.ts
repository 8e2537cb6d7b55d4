import type { Prisma } from '../../../generated/prisma/client.ts';
import { databaseNow } from '../../../platform/db/clock.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { groupBy } from '../../../platform/lib/group-by.ts';
import { newId } from '../../../platform/lib/ids.ts';
import { addJobs, bulkPriority, type JobPayloads } from '../../../platform/queue/queue.ts';
import { isLocked } from '../../../request/account/account-lock.ts';
import type { Services } from '../../../request/call/services.ts';
import { keyOfDigests } from '../../emails/email-limits.ts';
import { invitationDigestEmail } from '../../emails/invitations.emails.ts';
import { sendOnce } from '../../emails/send-once.ts';
import { isSuppressed } from '../../emails/suppression.ts';
import { createInvitationLink } from './invitation-links.ts';
import { isPending, recordEmailOutcome } from './invitations.queries.ts';
import { senderToName } from './send-member-invitation-email.ts';

/** How many invitations are in one email. */
const maxInvitations = 20;

/** How many emails a mailbox gets in one evening. Further invitations wait for the next. */
const maxDigests = 5;

/** An invitation that waits, with who is charged for it. */
interface Waiting {
  readonly id: string;
  readonly email: string;
  readonly senderId: string | null;
  /** Whether the address has accepted an invitation of the sender or to the workspace before. */
  readonly isFromAcquaintance: boolean;
}

/**
 * Puts the invitations that wait because of the limits of their mailboxes into emails. They wait no longer, so each is in one digest.
 * Invitations to another spelling of the mailbox are in another email: it may be of another person. If the emails are full, senders whose
 * invitation the address accepted before come first, and then those who have waited longest.
 */
export async function enqueueInvitationDigests(services: Services): Promise<void> {
  await inTransaction(services, async ({ db }) => {
    // What a service account sends is charged to the owner of its workspace.
    const waiting = await db.$queryRaw<Waiting[]>`
      SELECT i.id, i.email, coalesce(i.inviter_id, o.user_id) AS "senderId",
        EXISTS (SELECT FROM invitations a WHERE a.email = i.email AND a.accepted_at IS NOT NULL
          AND (a.workspace_id = i.workspace_id OR a.inviter_id = i.inviter_id)) AS "isFromAcquaintance"
      FROM invitations i LEFT JOIN memberships o ON o.workspace_id = i.workspace_id AND o.role = 'OWNER'
      WHERE i.email_limit = 'address' AND ${isPending} ORDER BY "isFromAcquaintance" DESC, i.sent_at, i.id`;
    const digests = [...groupBy(waiting, ({ email }) => services.hashMailbox(email)).values()].flatMap(chooseDigests);
    const ids = digests.flat().sort();
    const taken = await db.$queryRaw<{ id: string }[]>`
      WITH waiting AS (
        SELECT i.id FROM invitations i WHERE i.id = ANY (${ids}::text[]) AND i.email_limit = 'address' AND ${isPending}
        ORDER BY i.id FOR NO KEY UPDATE)
      UPDATE invitations SET email_limited_at = NULL, email_limit = NULL, email_limited_until = NULL
      FROM waiting WHERE invitations.id = waiting.id RETURNING invitations.id`;
    const takenIds = new Set(taken.map(({ id }) => id));
    const jobs = digests
      .map((digest) => digest.filter((id) => takenIds.has(id)))
      .filter((invitationIds) => invitationIds.length > 0)
      .map((invitationIds) => ({ payload: { emailId: newId(), invitationIds }, priority: bulkPriority }));
    await addJobs(db, 'sendInvitationDigest', jobs);
  });
}

/**
 * The ids of the invitations in each digest of a mailbox, for which those that wait are sorted. The first of each sender comes before the
 * second of any, and only the first can need an email of its own. So one sender causes one email, and never delays another sender.
 */
function chooseDigests(waiting: readonly Waiting[]): string[][] {
  const counts = new Map<string | null, number>();
  const ranked = waiting.map((invitation) => {
    const rank = counts.get(invitation.senderId) ?? 0;
    counts.set(invitation.senderId, rank + 1);
    return { ...invitation, rank };
  });
  const digests: Waiting[][] = [];
  for (const invitation of ranked.toSorted(
    (a, b) => Number(b.isFromAcquaintance) - Number(a.isFromAcquaintance) || a.rank - b.rank,
  )) {
    const digest = digests.find((others) => others[0]?.email === invitation.email && others.length < maxInvitations);
    if (digest) digest.push(invitation);
    else if (invitation.rank === 0 && digests.length < maxDigests) digests.push([invitation]);
  }
  return digests.map((digest) => digest.map(({ id }) => id));
}

/** Emails the invitations of a digest that can still be accepted, each with a link of its own. */
export async function sendInvitationDigest(
  { emailId, invitationIds }: JobPayloads['sendInvitationDigest'],
  services: Services,
): Promise<void> {
  const { db, hashMailbox, unsubscribeLinks, log, mailer, settings } = services;
  const invitations = await findInvitations(invitationIds, services);
  const [first] = invitations;
  if (!first) return;
  const to = first.email;
  const mailboxHash = hashMailbox(to);
  const unsubscribeUrl = unsubscribeLinks.url('stop', await unsubscribeLinks.sign(mailboxHash));
  const deliver = async () => {
    const listed = [];
    for (const { id, sender, workspaceName, role } of invitations)
      listed.push({ inviter: sender, workspaceName, role, url: await createInvitationLink(id, services, settings) });
    await mailer.send(invitationDigestEmail({ to, invitations: listed, unsubscribeUrl }, settings));
  };
  const record = async (failed: boolean, tx: Prisma.TransactionClient) => {
    for (const { id } of invitations) await recordEmailOutcome(id, { failed, isRequested: false }, { db: tx });
  };
  // The sender does not learn that the owner of the mailbox stopped such emails.
  const isStopped = await isSuppressed(mailboxHash, db);
  const outcome = await sendOnce(
    { id: emailId, mailboxHash: keyOfDigests(mailboxHash) },
    async (tx) => {
      await (isStopped ? mailer.check() : deliver());
      await record(false, tx);
    },
    services,
  );
  if (outcome === 'rejected') await record(true, db);
  if (outcome !== 'sent') log.info({ emailId, outcome }, 'invitation digest not sent');
}

/** Those that can still be accepted, with who sent them. */
async function findInvitations(ids: readonly string[], { db }: Services) {
  const now = await databaseNow(db);
  const found = await db.invitation.findMany({
    where: {
      id: { in: [...ids] },
      expiresAt: { gt: now },
      acceptedAt: null,
      declinedAt: null,
      cancelledAt: null,
      // One that was sent again since has an email of its own.
      emailLimitedAt: null,
      emailSentAt: null,
      workspace: { deletedAt: null, quarantinedAt: null },
    },
    include: {
      workspace: { include: { memberships: { where: { role: 'OWNER' }, include: { user: true } } } },
      inviter: true,
      inviterServiceAccount: true,
    },
    orderBy: { id: 'asc' },
  });
  return found.flatMap((invitation) => {
    const { id, email, role, workspace } = invitation;
    const sender = senderToName(invitation);
    const responsible = invitation.inviter ?? workspace.memberships[0]?.user;
    if (!sender || !responsible || isLocked(responsible, now)) return [];
    return [{ id, email, role, sender, workspaceName: workspace.displayName }];
  });
}
