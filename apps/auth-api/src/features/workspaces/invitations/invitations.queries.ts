import {
  EmailLimit,
  InvitedRole,
  type AssignableRole,
  type EmailedStatus,
  type Invitation,
  type InvitationPreview,
  type MyInvitation,
} from '@portal/contract';
import { isLockedUser } from '../../../request/account/account-locks.queries.ts';
import { databaseNow } from '../../../platform/db/clock.ts';
import { singleRow } from '../../../platform/db/single-row.ts';
import type { DbContext } from '../../../platform/db/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { namedWorkspace, workspaceOf } from '../../credentials/token-summaries.ts';
import type { Sender } from './sender.ts';

type Db = DbContext['db'];

/** The state of an invitation by the database's clock. A pending or expired one is open: it can still be sent again. */
export type InvitationState = 'pending' | 'expired' | 'accepted' | 'declined' | 'cancelled';

interface InvitationValues {
  readonly id: string;
  readonly workspaceId: string;
  readonly email: string;
  readonly role: AssignableRole;
  readonly state: InvitationState;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** An invitation that is locked until the transaction ends. */
export interface LockedInvitation extends InvitationValues {
  readonly inviterId: string | null;
}

// The conditions below are about the row `i` of `invitations`.

const isOpen = Prisma.sql`(i.accepted_at IS NULL AND i.declined_at IS NULL AND i.cancelled_at IS NULL)`;

/** An SQL condition: the invitation can be accepted. */
export const isPending = Prisma.sql`(${isOpen} AND i.expires_at > now())`;

const state = Prisma.sql`
  CASE WHEN i.accepted_at IS NOT NULL THEN 'accepted' WHEN i.declined_at IS NOT NULL THEN 'declined'
    WHEN i.cancelled_at IS NOT NULL THEN 'cancelled' WHEN i.expires_at <= now() THEN 'expired' ELSE 'pending' END AS state`;

const lockedInvitations = Prisma.sql`
  SELECT i.id, i.workspace_id AS "workspaceId", i.email, i.role, i.inviter_id AS "inviterId", i.created_at AS "createdAt",
    i.expires_at AS "expiresAt", ${state}
  FROM invitations i`;

/** Locks an invitation to change it. Null if there is none with this id and the other values. */
export async function invitationForUpdate(
  { id, workspaceId, email }: { id: string; workspaceId?: string; email?: string },
  db: Db,
): Promise<LockedInvitation | null> {
  const [invitation = null] = await db.$queryRaw<LockedInvitation[]>`
    /* lock-invitation */ ${lockedInvitations}
    WHERE i.id = ${id} AND i.workspace_id = coalesce(${workspaceId ?? null}::text, i.workspace_id)
      AND i.email = coalesce(${email ?? null}::text, i.email) FOR UPDATE`;
  return invitation;
}

/** Locks the open invitations of some email addresses to a workspace. */
export const openInvitationsForUpdate = (
  workspaceId: string,
  emails: readonly string[],
  db: Db,
): Promise<LockedInvitation[]> =>
  db.$queryRaw<LockedInvitation[]>`
    /* lock-open-invitations */ ${lockedInvitations}
    WHERE i.workspace_id = ${workspaceId} AND i.email = ANY (${emails}::text[]) AND ${isOpen} ORDER BY i.id FOR UPDATE`;

/** Locks the open invitations that match a condition on the row `i`. */
export const matchingInvitationsForUpdate = (condition: Prisma.Sql, db: Db): Promise<LockedInvitation[]> =>
  db.$queryRaw<LockedInvitation[]>`${lockedInvitations} WHERE ${condition} AND ${isOpen} ORDER BY i.id FOR UPDATE`;

/** Those of some addresses that accepted an invitation before, from the same user or to the same workspace. */
export async function findAcquaintances(
  emails: readonly string[],
  { workspaceId, inviterId }: Pick<Sender, 'workspaceId' | 'inviterId'>,
  db: Db,
): Promise<ReadonlySet<string>> {
  const accepted = await db.invitation.findMany({
    where: {
      email: { in: [...emails] },
      acceptedAt: { not: null },
      OR: [{ workspaceId }, ...(inviterId === null ? [] : [{ inviterId }])],
    },
    select: { email: true },
  });
  return new Set(accepted.map(({ email }) => email));
}

/** Ends a locked, open invitation. A trigger rejects later changes. */
export async function endInvitation(id: string, outcome: 'accepted' | 'declined' | 'cancelled', db: Db): Promise<void> {
  const now = await databaseNow(db);
  const ends = { accepted: { acceptedAt: now }, declined: { declinedAt: now }, cancelled: { cancelledAt: now } };
  await db.invitation.update({ where: { id }, data: ends[outcome], select: { id: true } });
}

/** Changes the role of a locked, open invitation. */
export async function changeInvitedRole(id: string, role: AssignableRole, db: Db): Promise<void> {
  await db.invitation.update({ where: { id }, data: { role }, select: { id: true } });
}

type InvitationRow = Omit<
  Invitation,
  'status' | 'sentAt' | 'expiresAt' | 'inviter' | 'inviterServiceAccount' | 'emailed' | 'emailLimit' | 'emailSent'
> & {
  readonly emailSent: boolean;
  readonly isEmailLimited: boolean;
  readonly emailLimit: string | null;
  readonly emailLimitedUntil: Date | null;
  readonly state: Invitation['status'];
  readonly sentAt: Date;
  readonly expiresAt: Date;
  readonly inviterId: string | null;
  readonly inviterNickname: string;
  readonly inviterEmail: string;
  readonly serviceAccountId: string | null;
  readonly serviceAccountName: string;
};

const invitationRows = Prisma.sql`
  SELECT i.id, i.email, i.role, ${state}, i.sent_at AS "sentAt", i.expires_at AS "expiresAt",
    i.email_failed_at IS NOT NULL AS "emailFailed", i.email_limited_at IS NOT NULL AS "isEmailLimited",
    i.email_limit AS "emailLimit", i.email_limited_until AS "emailLimitedUntil", i.email_sent_at IS NOT NULL AS "emailSent",
    u.id AS "inviterId", u.nickname AS "inviterNickname", u.email AS "inviterEmail", s.id AS "serviceAccountId",
    s.name AS "serviceAccountName"
  FROM invitations i LEFT JOIN users u ON u.id = i.inviter_id
  LEFT JOIN service_accounts s ON s.id = i.inviter_service_account_id`;

/** How many invitations a list has without `limit`. */
export const defaultPageSize = 500;

/** Sorts after every ULID, which start with a digit. */
const maxId = 'Z';

/**
 * Lists the open and the declined invitations of a workspace, newest first, after the one with the id `after`. A declined one
 * is no longer listed once its address was invited again.
 */
export async function listInvitations(
  workspaceId: string,
  after: string | undefined,
  limit: number,
  { db }: DbContext,
): Promise<Invitation[]> {
  const rows = await db.$queryRaw<InvitationRow[]>`
    /* invitations-of-workspace */ ${invitationRows}
    WHERE i.workspace_id = ${workspaceId} AND i.id < ${after ?? maxId}
      AND (${isOpen} OR i.declined_at IS NOT NULL AND NOT EXISTS (SELECT FROM invitations later
        WHERE later.workspace_id = i.workspace_id AND later.email = i.email AND later.created_at > i.created_at))
    ORDER BY i.id DESC LIMIT ${limit}::int`;
  return rows.map(toInvitation);
}

/** Open invitations that a user sent, in one workspace or in several. */
type SentBy = { readonly inviterId: string } & (
  | { readonly workspaceId: string }
  | { readonly workspace: Prisma.WorkspaceWhereInput }
);

/** Lists open invitations that a user sent, newest first, and counts all of them. A list of several workspaces names them. */
export async function listSentInvitations(sent: SentBy, limit: number, { db }: DbContext) {
  const where = { ...sent, acceptedAt: null, declinedAt: null, cancelledAt: null };
  const include = { workspace: workspaceOf('workspace' in sent) };
  const rows = await db.invitation.findMany({ where, include, orderBy: { id: 'desc' }, take: limit });
  return {
    invitations: rows.map(({ id, email, role, workspace }) => ({
      id,
      email,
      role: InvitedRole.parse(role),
      ...namedWorkspace(workspace),
    })),
    invitationCount: await db.invitation.count({ where }),
  };
}

/** Returns an open invitation. */
export async function getInvitation(id: string, { db }: DbContext): Promise<Invitation> {
  return toInvitation(singleRow(await db.$queryRaw<InvitationRow[]>`${invitationRows} WHERE i.id = ${id}`));
}

/** What the API says about the email of an invitation that was sent. */
export const toEmailed = (isEmailLimited: boolean): EmailedStatus => (isEmailLimited ? 'limit' : 'queued');

const toInvitation = ({ inviterId, inviterNickname, inviterEmail, ...row }: InvitationRow): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  status: row.state,
  inviter: inviterId === null ? null : { userId: inviterId, nickname: inviterNickname, email: inviterEmail },
  inviterServiceAccount:
    row.serviceAccountId === null ? null : { serviceAccountId: row.serviceAccountId, name: row.serviceAccountName },
  sentAt: row.sentAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  emailed: toEmailed(row.isEmailLimited),
  ...(row.emailLimit !== null
    ? {
        emailLimit: EmailLimit.parse({
          name: row.emailLimit,
          until: row.emailLimitedUntil?.toISOString() ?? null,
        }),
      }
    : {}),
  emailSent: row.emailSent,
  emailFailed: row.emailFailed,
});

/** What the invitee sees of an invitation, and what decides whether they may see it. */
export interface InviteeRow extends InvitationValues {
  readonly workspaceName: string;
  /**
   * Whether the workspace is neither deleted nor quarantined, will not be deleted with the account of its owner, and the inviter has no
   * account lock and may still invite.
   */
  readonly isAvailable: boolean;
  /** Whether the user has proven before that the mailbox is theirs. */
  readonly hasProof: boolean;
  /** Whether the user is a member of the workspace. */
  readonly isMember: boolean;
  /** Null if the account no longer exists. */
  readonly inviterNickname: string | null;
  readonly inviterEmail: string | null;
  /** Null if a user sent it. */
  readonly serviceAccountName: string | null;
}

/**
 * An SQL condition: the user who sent the invitation may still invite, or the service account that sent it is neither deleted nor paused;
 * and the owner of the workspace has not asked for the deletion of the account, with which the workspace is deleted.
 */
const isBacked = Prisma.sql`(
  (EXISTS (SELECT FROM memberships sender WHERE sender.workspace_id = i.workspace_id AND sender.user_id = i.inviter_id
    AND sender.role IN ('OWNER', 'APPROVER'))
  OR EXISTS (SELECT FROM service_accounts s JOIN memberships own ON own.workspace_id = s.workspace_id AND own.role = 'OWNER'
    JOIN users u ON u.id = own.user_id
    WHERE s.id = i.inviter_service_account_id AND s.deleted_at IS NULL AND NOT ${isLockedUser}))
  AND NOT EXISTS (SELECT FROM memberships own JOIN account_deletions d ON d.user_id = own.user_id
    WHERE own.workspace_id = i.workspace_id AND own.role = 'OWNER' AND d.cancelled_at IS NULL AND d.completed_at IS NULL))`;

/** Whether the workspace still stands behind an invitation. The caller has locked the workspace. */
export async function isInvitationBacked(id: string, { db }: DbContext): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`SELECT 1 FROM invitations i WHERE i.id = ${id} AND ${isBacked}`;
  return rows.length === 1;
}

const isAvailable = Prisma.sql`
  (w.deleted_at IS NULL AND w.quarantined_at IS NULL AND NOT coalesce(${isLockedUser}, false) AND ${isBacked})`;
const isMember = (userId: string) => Prisma.sql`
  EXISTS (SELECT FROM memberships m WHERE m.workspace_id = i.workspace_id AND m.user_id = ${userId})`;

const hasProof = (userId: string) => Prisma.sql`
  EXISTS (SELECT FROM invitation_proofs p WHERE p.invitation_id = i.id AND p.user_id = ${userId})`;

const inviteeRows = (userId: string) => Prisma.sql`
  SELECT i.id, i.workspace_id AS "workspaceId", i.email, i.role, ${state}, i.expires_at AS "expiresAt",
    w.display_name AS "workspaceName", ${isAvailable} AS "isAvailable", ${isMember(userId)} AS "isMember",
    i.created_at AS "createdAt", ${hasProof(userId)} AS "hasProof",
    u.nickname AS "inviterNickname", u.email AS "inviterEmail", s.name AS "serviceAccountName"
  FROM invitations i JOIN workspaces w ON w.id = i.workspace_id LEFT JOIN users u ON u.id = i.inviter_id
  LEFT JOIN service_accounts s ON s.id = i.inviter_service_account_id`;

/**
 * Lists the invitations to the verified email address of a user, if they can be accepted, newest first, after the one with the id
 * `after`.
 */
export const listInvitationsOfUser = (
  { id: userId, email }: { readonly id: string; readonly email: string },
  after: string | undefined,
  limit: number,
  { db }: DbContext,
): Promise<InviteeRow[]> =>
  db.$queryRaw<InviteeRow[]>`
    /* invitations-of-user */ ${inviteeRows(userId)}
    WHERE i.email = ${email} AND i.id < ${after ?? maxId} AND ${isPending} AND ${isAvailable} AND NOT ${isMember(userId)}
    ORDER BY i.id DESC LIMIT ${limit}::int`;

/** Returns the invitation of a link; null if there is no such link. */
export async function findInvitationByLink(
  tokenHash: string,
  userId: string,
  { db }: DbContext,
): Promise<InviteeRow | null> {
  const [row = null] = await db.$queryRaw<InviteeRow[]>`
    /* invitation-by-link */ ${inviteeRows(userId)}
    WHERE i.id = (SELECT invitation_id FROM invitation_links WHERE token_hash = ${tokenHash})`;
  return row;
}

/** Records that a user has proven that the mailbox of an invitation is theirs. */
export async function recordProof(invitationId: string, userId: string, { db }: DbContext): Promise<void> {
  const createdAt = await databaseNow(db);
  await db.invitationProof.createMany({ data: [{ invitationId, userId, createdAt }], skipDuplicates: true });
}

/** Returns the email of the invitation of a link; null unless the invitation can be accepted. */
export async function findInvitedEmail(tokenHash: string, { db }: DbContext): Promise<string | null> {
  const rows = await db.$queryRaw<{ readonly email: string }[]>`
    /* invited-email-by-link */ SELECT i.email FROM invitations i
    WHERE i.id = (SELECT invitation_id FROM invitation_links WHERE token_hash = ${tokenHash}) AND ${isPending}`;
  return rows[0]?.email ?? null;
}

/** Returns the invitation of a link, whatever became of it; null if there is no such link. */
export async function findLinkedInvitation(
  tokenHash: string,
  { db }: DbContext,
): Promise<Pick<InvitationValues, 'id' | 'role' | 'state'> | null> {
  const [invitation = null] = await db.$queryRaw<Pick<InvitationValues, 'id' | 'role' | 'state'>[]>`
    /* linked-invitation */ SELECT i.id, i.role, ${state} FROM invitations i
    WHERE i.id = (SELECT invitation_id FROM invitation_links WHERE token_hash = ${tokenHash})`;
  return invitation;
}

/** What the holder of a link sees without a login; null unless the invitation can be accepted. */
export async function previewLinkedInvitation(
  tokenHash: string,
  { db }: DbContext,
): Promise<InvitationPreview['invitation']> {
  const [row] = await db.$queryRaw<(NonNullable<InvitationPreview['invitation']> & { expires: Date })[]>`
    /* preview-invitation */
    SELECT w.display_name AS "workspaceName", i.role, coalesce(u.nickname, s.name) AS "inviterName", i.expires_at AS expires
    FROM invitations i JOIN workspaces w ON w.id = i.workspace_id LEFT JOIN users u ON u.id = i.inviter_id
    LEFT JOIN service_accounts s ON s.id = i.inviter_service_account_id
    WHERE i.id = (SELECT invitation_id FROM invitation_links WHERE token_hash = ${tokenHash}) AND ${isPending} AND ${isAvailable}`;
  if (!row) return null;
  const { expires, ...preview } = row;
  return { ...preview, expiresAt: expires.toISOString() };
}

export const toMyInvitation = (row: InviteeRow): MyInvitation => ({
  id: row.id,
  workspaceId: row.workspaceId,
  workspaceName: row.workspaceName,
  role: row.role,
  inviter:
    row.inviterNickname === null || row.inviterEmail === null
      ? null
      : { nickname: row.inviterNickname, email: row.inviterEmail },
  inviterServiceAccount: row.serviceAccountName === null ? null : { name: row.serviceAccountName },
  expiresAt: row.expiresAt.toISOString(),
});

/**
 * Stores what became of the last email of an open invitation: the mail server accepted it or rejected it for good. An email that the
 * invitee requested does not count as sent, so that the sender does not learn of it.
 */
export async function recordEmailOutcome(
  id: string,
  { failed, isRequested }: { failed: boolean; isRequested: boolean },
  { db }: DbContext,
): Promise<void> {
  // Not `now()`, which is the time at which the transaction started, before the email was sent.
  await db.$executeRaw`
    UPDATE invitations SET email_failed_at = CASE WHEN ${failed} THEN clock_timestamp() END,
      email_sent_at = CASE WHEN ${isRequested} THEN email_sent_at WHEN NOT ${failed} THEN clock_timestamp() END
    WHERE id = ${id} AND accepted_at IS NULL AND declined_at IS NULL AND cancelled_at IS NULL`;
}
