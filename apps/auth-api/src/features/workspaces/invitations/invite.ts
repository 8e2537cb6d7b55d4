import type { AssignableRole, EmailLimit } from '@portal/contract';
import { rejectClosingWorkspace } from '../../../request/account/deletions.ts';
import type { AuditEventFields } from '../../../request/audit/write-entries.ts';
import { requireRecentLoginToGive } from '../../../request/auth/require-recent-login.ts';
import type { DbContext } from '../../../platform/db/transaction.ts';
import { countInvitationEmails, type CountedEmails } from '../../emails/email-limits.ts';
import { addJobs, bulkPriority } from '../../../platform/queue/queue.ts';
import { newId } from '../../../platform/lib/ids.ts';
import type { Actor } from '../../../request/account/actor.ts';
import type { ActorContext } from '../../../request/call/types.ts';
import type { Services } from '../../../request/call/services.ts';
import { invitationDetails } from './invitation-state.ts';
import { findAcquaintances, openInvitationsForUpdate } from './invitations.queries.ts';
import { senderOf, type Sender } from './sender.ts';

interface InviteRequest {
  /** In their stored form, each once. */
  readonly emails: readonly string[];
  /** The role that an open invitation must have to be renewed; undefined for any. */
  readonly role: AssignableRole | undefined;
  /** The role of a new invitation. */
  readonly newRole: AssignableRole;
  readonly workspaceId: string;
}

/** An invitation that was created or renewed. */
export interface Invited {
  readonly invitationId: string;
  readonly email: string;
  readonly role: AssignableRole;
  readonly isRenewed: boolean;
  /** The limit because of which it is not emailed. Null if it is emailed. */
  readonly emailLimit: EmailLimit | null;
}

interface NotEmailedYet extends Omit<Invited, 'emailLimit'> {
  /** Whether an invitation with the role is pending already. */
  readonly isPending: boolean;
}

/** Why an address was not invited. */
export type NotInvited = 'member' | 'otherRole';

interface InviteResults {
  readonly results: ReadonlyMap<string, Invited | NotInvited>;
  /** How many emails the sender can still send today, if it is known. */
  readonly emailsLeft: number | undefined;
}

/**
 * Invites email addresses and enqueues the emails that are within the limits of their mailboxes. An open invitation of an address is
 * renewed: it expires later, and its email is sent again. Statements, changes and results are the same whether or not an address has
 * an account, so an invitation does not reveal it. The addresses are locked. Inviting an approver requires a recent login.
 */
export async function invite(
  { emails, role, newRole, workspaceId }: InviteRequest,
  { actor, db, services }: ActorContext<Actor>,
): Promise<InviteResults> {
  await rejectClosingWorkspace(workspaceId, db);
  const memberEmails = await findMemberEmails(workspaceId, emails, db);
  const openByEmail = new Map(
    (await openInvitationsForUpdate(workspaceId, emails, db)).map((invitation) => [invitation.email, invitation]),
  );
  const results = new Map(
    emails.map((email): [string, NotEmailedYet | NotInvited] => {
      if (memberEmails.has(email)) return [email, 'member'];
      const open = openByEmail.get(email);
      if (!open) return [email, { invitationId: newId(), email, role: newRole, isRenewed: false, isPending: false }];
      // The role of an expired invitation does not bind anyone.
      const renewedRole = open.state === 'expired' ? (role ?? open.role) : open.role;
      if (role !== undefined && role !== renewedRole) return [email, 'otherRole'];
      return [
        email,
        { invitationId: open.id, email, role: renewedRole, isRenewed: true, isPending: open.state === 'pending' },
      ];
    }),
  );
  const sender = senderOf(actor, workspaceId);
  const toSend = [...results.values()].filter((result) => typeof result === 'object');
  for (const invitation of toSend)
    if (!invitation.isPending) requireRecentLoginToGive(invitation.role, actor, services.settings);
  const { limits, emailsLeft } = await emailInvitations(toSend, sender, { db, services });
  const withEmail = (invitation: NotEmailedYet): Invited => ({
    ...invitation,
    emailLimit: limits.get(invitation.invitationId) ?? null,
  });
  await saveInvitations(toSend.map(withEmail), sender, services.settings.INVITATION_TTL_DAYS, db);
  return {
    results: new Map(
      [...results].map(([email, result]) => [email, typeof result === 'object' ? withEmail(result) : result]),
    ),
    emailsLeft,
  };
}

/**
 * Enqueues the emails that are within the limits, and returns the limits of the others by the ids of their invitations. The jobs run
 * after the transaction.
 */
async function emailInvitations(
  invitations: readonly NotEmailedYet[],
  sender: Sender,
  { db, services }: DbContext & { readonly services: Services },
): Promise<Pick<CountedEmails, 'limits' | 'emailsLeft'>> {
  const addresses = invitations.map(({ email }) => email);
  const acquaintances = await findAcquaintances(addresses, sender, db);
  const emails = invitations.map((invitation) => ({
    id: newId(),
    invitation,
    mailboxHash: services.hashMailbox(invitation.email),
    isFromAcquaintance: acquaintances.has(invitation.email),
  }));
  // The emails of API tokens count by the owner of the workspace: they never use up what their users can send.
  const { workspaceId, authTokenId } = sender;
  const inviterId = authTokenId === null ? sender.inviterId : null;
  const counted = await countInvitationEmails(emails, { inviterId, workspaceId }, { db, settings: services.settings });
  const toEmail = emails
    .filter(({ id }) => counted.ids.has(id))
    .map(({ id, invitation: { invitationId } }) => ({ emailId: id, invitationId }));
  await addJobs(
    db,
    'sendMemberInvitationEmail',
    toEmail.map((payload) => ({ payload, priority: bulkPriority })),
  );
  const limits = emails.flatMap(({ id, invitation: { invitationId } }): [string, EmailLimit][] => {
    const limit = counted.limits.get(id);
    return limit ? [[invitationId, limit]] : [];
  });
  return { limits: new Map(limits), emailsLeft: counted.emailsLeft };
}

/**
 * The addresses that already belong to members. An unverified address belongs to none. The owner for whom staff set up a
 * workspace may not have logged in yet.
 */
async function findMemberEmails(
  workspaceId: string,
  emails: readonly string[],
  db: DbContext['db'],
): Promise<ReadonlySet<string>> {
  const members = await db.user.findMany({
    where: {
      email: { in: [...emails] },
      OR: [{ emailVerified: true }, { auth0Id: null }],
      memberships: { some: { workspaceId } },
    },
    select: { email: true },
  });
  return new Set(members.map(({ email }) => email));
}

/** Creates the new invitations and renews the others. */
async function saveInvitations(
  invited: readonly Invited[],
  { workspaceId, inviterId, inviterServiceAccountId, authTokenId }: Sender,
  ttlDays: number,
  db: DbContext['db'],
): Promise<void> {
  const rows = JSON.stringify(
    invited.map(({ invitationId, email, role, emailLimit }) => ({
      id: invitationId,
      email,
      role,
      emailLimit: emailLimit?.name,
      limitedUntil: emailLimit?.until,
    })),
  );
  await db.$executeRaw`
    INSERT INTO invitations (id, workspace_id, email, role, inviter_id, inviter_service_account_id, auth_token_id, expires_at,
      email_limited_at, email_limit, email_limited_until)
    SELECT invited.id, ${workspaceId}, invited.email, invited.role, ${inviterId}, ${inviterServiceAccountId},
      ${authTokenId}, now() + make_interval(days => ${ttlDays}::int), CASE WHEN invited."emailLimit" IS NOT NULL THEN now() END, invited."emailLimit", invited."limitedUntil"
    FROM jsonb_to_recordset(${rows}::jsonb) AS invited (id text, email text, role workspace_role, "emailLimit" text, "limitedUntil" timestamptz)
    ORDER BY invited.id
    ON CONFLICT (id) DO UPDATE SET role = excluded.role, inviter_id = excluded.inviter_id,
      inviter_service_account_id = excluded.inviter_service_account_id, auth_token_id = excluded.auth_token_id, sent_at = now(),
      expires_at = excluded.expires_at, email_failed_at = NULL, email_sent_at = NULL, email_limited_at = excluded.email_limited_at,
      email_limit = excluded.email_limit, email_limited_until = excluded.email_limited_until`;
}

/** The audit entry of an invitation that was created or renewed. */
export const inviteAuditFields = (invited: Invited, services: Services): AuditEventFields => ({
  details: { ...invitationDetails(invited, services), again: invited.isRenewed },
});
