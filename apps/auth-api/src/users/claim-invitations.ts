import type { WorkspaceRole, LockKind } from '@portal/contract';
import { moveLocks } from '../account-locks/transfer-locks.ts';
import type { AuditEvent } from '../audit/write-entries.ts';
import type { Settings } from '../config/settings.ts';
import type { Prisma, User } from '../generated/prisma/client.ts';
import { lockPlaceholder } from './placeholders.ts';

/** The identity of a login. */
export interface LoginIdentity {
  /** In lower case. */
  readonly email: string;
  readonly emailVerified: boolean;
  readonly auth0Id: string;
}

/** The invitations of an email address, locked until the transaction ends. */
export interface PendingInvitations {
  readonly placeholderId: string;
}

/** What a user took over from the placeholder of the user's email address. */
export interface ClaimedInvitations {
  readonly email: string;
  readonly placeholderId: string;
  readonly memberships: readonly ClaimedMembership[];
  /** The kinds of locks that the user got from the placeholder. */
  readonly locks: LockKind[];
}

interface ClaimedMembership {
  readonly workspaceId: string;
  /** The user's role before; null if the user was not a member. */
  readonly from: WorkspaceRole | null;
  readonly to: WorkspaceRole;
}

/**
 * Locks the invitations of a verified address and all rows that a claim writes, in the order of db/row-locks.ts: users,
 * workspaces, memberships. The caller has locked the address and has not written anything yet.
 */
export async function lockInvitations(
  { email, emailVerified, auth0Id }: LoginIdentity,
  tx: Prisma.TransactionClient,
): Promise<PendingInvitations | null> {
  const placeholderId = emailVerified ? await lockPlaceholder(email, tx) : null;
  if (placeholderId === null) return null;
  await tx.$queryRaw`SELECT 1 FROM users WHERE auth0_id = ${auth0Id} FOR NO KEY UPDATE`;
  await tx.$queryRaw`
    SELECT 1 FROM workspaces WHERE id IN (
      SELECT workspace_id FROM memberships WHERE user_id = ${placeholderId}
      UNION SELECT id FROM workspaces WHERE creator_user_id = ${placeholderId})
    ORDER BY id FOR NO KEY UPDATE`;
  await tx.$queryRaw`
    SELECT 1 FROM memberships
    WHERE workspace_id IN (SELECT workspace_id FROM memberships WHERE user_id = ${placeholderId})
      AND user_id IN (SELECT id FROM users WHERE id = ${placeholderId} OR auth0_id = ${auth0Id})
    ORDER BY workspace_id, user_id FOR UPDATE`;
  return { placeholderId };
}

/**
 * Moves everything of a placeholder to the user who logged in with its address: memberships, the workspaces that staff created
 * for it, and locks. The placeholder stays, so that later invitations have the same id: an inviter cannot tell whether someone
 * logged in meanwhile. Returns null if the placeholder was empty.
 */
export async function claimInvitations(
  { placeholderId }: PendingInvitations,
  user: User,
  tx: Prisma.TransactionClient,
  settings: Settings,
): Promise<ClaimedInvitations | null> {
  // If both are members of a workspace, the higher role is kept. The enum of roles starts with the highest.
  const memberships = await tx.$queryRaw<ClaimedMembership[]>`
    SELECT invited.workspace_id AS "workspaceId", own.role AS "from", least(own.role, invited.role) AS "to"
    FROM memberships invited
    LEFT JOIN memberships own ON own.workspace_id = invited.workspace_id AND own.user_id = ${user.id}
    WHERE invited.user_id = ${placeholderId} ORDER BY invited.workspace_id`;
  await tx.$executeRaw`
    WITH duplicate AS (
      DELETE FROM memberships invited USING memberships own
      WHERE invited.user_id = ${placeholderId} AND own.user_id = ${user.id} AND own.workspace_id = invited.workspace_id
      RETURNING invited.workspace_id, invited.role)
    UPDATE memberships own SET role = duplicate.role FROM duplicate
    WHERE own.user_id = ${user.id} AND own.workspace_id = duplicate.workspace_id AND own.role > duplicate.role`;
  await tx.membership.updateMany({ where: { userId: placeholderId }, data: { userId: user.id, isDefault: false } });
  await makeFirstOwnedDefault(memberships, user, tx);
  await tx.workspace.updateMany({ where: { creatorUserId: placeholderId }, data: { creatorUserId: user.id } });
  const locks = await moveLocks(placeholderId, user, tx, settings);
  // A placeholder owns the workspaces that were created for it, so they are among the memberships.
  const isEmpty = memberships.length === 0 && locks.length === 0;
  return isEmpty ? null : { email: user.email, placeholderId, memberships, locks };
}

/** Makes the oldest claimed workspace that the user owns the default, if the user has no default. */
async function makeFirstOwnedDefault(
  memberships: readonly ClaimedMembership[],
  { id: userId }: User,
  tx: Prisma.TransactionClient,
): Promise<void> {
  const owned = memberships.filter(({ to }) => to === 'OWNER').map(({ workspaceId }) => workspaceId);
  if (owned.length === 0 || (await tx.membership.count({ where: { userId, isDefault: true } })) > 0) return;
  const first = await tx.workspace.findFirst({
    where: { id: { in: owned }, deletedAt: null },
    orderBy: { createdAt: 'asc' },
    select: { id: true },
  });
  if (!first) return;
  await tx.membership.update({
    where: { workspaceId_userId: { workspaceId: first.id, userId } },
    data: { isDefault: true },
  });
}

/** The details for the audit entry of the login that claimed the invitations. */
export const claimDetails = ({ placeholderId, memberships, locks }: ClaimedInvitations) => ({
  claimed: { placeholderId, workspaceIds: memberships.map(({ workspaceId }) => workspaceId), lockOuts: locks },
});

/** An audit entry for each workspace: who joined, in which role. */
export const claimAuditEvents = (
  { email, placeholderId, memberships }: ClaimedInvitations,
  actor: Pick<AuditEvent, 'actorUserId' | 'credential' | 'request'>,
): AuditEvent[] =>
  memberships.map(({ workspaceId, ...role }) => ({
    ...actor,
    action: 'claimInvitation',
    workspaceId,
    details: { email, placeholderId, role },
  }));
