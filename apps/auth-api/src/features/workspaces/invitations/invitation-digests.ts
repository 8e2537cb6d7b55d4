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

/** Further invitations wait for the next evening. */
const maxInvitations = 20;

/** An invitation that waits, with who is charged for it. */
interface Waiting {
  readonly id: string;
  readonly email: string;
  readonly senderId: string | null;
}

/**
 * Puts the invitations that wait because of the limits of their mailboxes into one email for each mailbox. They wait no longer, so each is
 * in one digest. Invitations to another spelling of the mailbox wait for the next evening: it may be of another person. The senders with
 * the fewest invitations that wait for the mailbox come first, so that one who invites many spellings does not delay the others.
 */
export async function enqueueInvitationDigests(services: Services): Promise<void> {
  await inTransaction(services, async ({ db }) => {
    // What a service account sends is charged to the owner of its workspace.
    const waiting = await db.$queryRaw<Waiting[]>`
      SELECT i.id, i.email, coalesce(i.inviter_id, o.user_id) AS "senderId"
      FROM invitations i LEFT JOIN memberships o ON o.workspace_id = i.workspace_id AND o.role = 'OWNER'
      WHERE i.email_limit = 'address' AND ${isPending} ORDER BY i.sent_at, i.id`;
    const digests = [...groupBy(waiting, ({ email }) => services.hashMailbox(email)).values()].map(chooseDigest);
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

/** The ids of the invitations to one spelling of a mailbox that are in its next digest. Those that wait are sorted by time. */
function chooseDigest(waiting: readonly Waiting[]): string[] {
  const bySender = groupBy(waiting, ({ senderId }) => senderId);
  const countOf = ({ senderId }: Waiting) => bySender.get(senderId)?.length ?? 0;
  const fair = waiting.toSorted((a, b) => countOf(a) - countOf(b));
  return fair
    .filter(({ email }) => email === fair[0]?.email)
    .slice(0, maxInvitations)
    .map(({ id }) => id);
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
