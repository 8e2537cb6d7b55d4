import type { WorkspaceRole } from '@portal/contract';
import {
  hasMoved,
  moveLocks,
  movedLockDetails,
  preProvisionedUserAndAccountsForUpdate,
  type LockedPreProvisionedUser,
  type MovedLocks,
} from '../locks/move-locks.ts';
import type { Principal } from '../../../request/account/actor.ts';
import { personalTo } from '../../../request/audit/personal-values.ts';
import type { AuditEvent } from '../../../request/audit/write-entries.ts';
import type { Settings } from '../../../platform/config/settings.ts';
import { identityUserForUpdate } from '../../../request/account/row-locks.ts';
import { enqueueWorkspaceEvents } from '../../credentials/enqueue-workspace-events.ts';
import type { Prisma, User } from '../../../generated/prisma/client.ts';

/** The identity of a login. */
export interface LoginIdentity {
  /** In lower case. */
  readonly email: string;
  readonly emailVerified: boolean;
  readonly auth0Id: string | null;
}

/** What a user took over from the pre-provisioned user of the user's email address. */
export interface ClaimedPreProvisionedUser {
  readonly email: string;
  readonly preProvisionedUserId: string;
  readonly memberships: readonly ClaimedMembership[];
  readonly locks: MovedLocks;
}

interface ClaimedMembership {
  readonly workspaceId: string;
  readonly role: WorkspaceRole;
}

/**
 * Locks the pre-provisioned user of a verified address and all rows that a claim writes, in the order of
 * request/account/row-locks.ts: users, workspaces, memberships. The caller has locked the address and has not written anything yet.
 */
export async function claimForUpdate(
  { email, emailVerified, auth0Id }: LoginIdentity,
  tx: Prisma.TransactionClient,
): Promise<LockedPreProvisionedUser | null> {
  const locked = emailVerified ? await preProvisionedUserAndAccountsForUpdate({ email, auth0Id }, tx) : null;
  if (!locked) return null;
  const preProvisionedUserId = locked.preProvisionedUser.id;
  if (auth0Id !== null) await identityUserForUpdate(auth0Id, tx);
  await tx.$queryRaw`
    SELECT 1 FROM workspaces WHERE id IN (
      SELECT workspace_id FROM memberships WHERE user_id = ${preProvisionedUserId}
      UNION SELECT id FROM workspaces WHERE creator_user_id = ${preProvisionedUserId})
    ORDER BY id FOR NO KEY UPDATE`;
  await tx.$queryRaw`
    SELECT 1 FROM memberships
    WHERE workspace_id IN (SELECT workspace_id FROM memberships WHERE user_id = ${preProvisionedUserId})
      AND user_id IN (SELECT id FROM users WHERE id = ${preProvisionedUserId} OR auth0_id = ${auth0Id})
    ORDER BY workspace_id, user_id FOR UPDATE`;
  return locked;
}

/**
 * Moves to a user what staff prepared for the user's verified address. Locks move at once. Workspaces, with their ownership, move if
 * they were prepared before `provenAt`, when the user proved that the mailbox is theirs; null for never. Unlike an invitation, they
 * need no consent. Returns null if nothing moved.
 */
export async function claimPreProvisionedUser(
  locked: LockedPreProvisionedUser,
  user: User,
  provenAt: Date | null,
  tx: Prisma.TransactionClient,
  settings: Settings,
): Promise<ClaimedPreProvisionedUser | null> {
  const preProvisionedUserId = locked.preProvisionedUser.id;
  const memberships = provenAt === null ? [] : await claimMemberships(preProvisionedUserId, user, provenAt, tx);
  const locks = await moveLocks(locked, user, tx, settings);
  const isEmpty = memberships.length === 0 && !hasMoved(locks);
  return isEmpty ? null : { email: user.email, preProvisionedUserId, memberships, locks };
}

async function claimMemberships(
  preProvisionedUserId: string,
  user: User,
  provenAt: Date,
  tx: Prisma.TransactionClient,
): Promise<ClaimedMembership[]> {
  const prepared = { userId: preProvisionedUserId, createdAt: { lt: provenAt } };
  const changed = await tx.membership.findMany({ where: prepared, select: { workspaceId: true } });
  // After a change of the owner by staff, the pre-provisioned user is an approver. A user who is a member already keeps their role.
  await tx.membership.deleteMany({
    where: {
      ...prepared,
      role: { not: 'OWNER' },
      workspace: { memberships: { some: { userId: user.id } } },
    },
  });
  const memberships = await tx.membership.findMany({
    where: prepared,
    orderBy: { workspaceId: 'asc' },
    select: { workspaceId: true, role: true },
  });
  await tx.membership.updateMany({ where: prepared, data: { userId: user.id, isDefault: false } });
  await makeFirstOwnedDefault(memberships, user, tx);
  // A pre-provisioned user owns the workspaces that were created for it, so they are among the memberships.
  await tx.workspace.updateMany({
    where: { creatorUserId: preProvisionedUserId, id: { in: memberships.map(({ workspaceId }) => workspaceId) } },
    data: { creatorUserId: user.id },
  });
  await enqueueWorkspaceEvents(
    changed.map(({ workspaceId }) => workspaceId),
    tx,
  );
  return memberships;
}

/** Makes the oldest claimed workspace that the user owns the default, if the user has no default. */
async function makeFirstOwnedDefault(
  memberships: readonly ClaimedMembership[],
  { id: userId }: User,
  tx: Prisma.TransactionClient,
): Promise<void> {
  const owned = memberships.filter(({ role }) => role === 'OWNER').map(({ workspaceId }) => workspaceId);
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

/** The details for the audit entry of the login or the link that took over a pre-provisioned user. */
export const claimDetails = ({ preProvisionedUserId, memberships, locks }: ClaimedPreProvisionedUser) => ({
  claimed: {
    preProvisionedUserId,
    workspaceIds: memberships.map(({ workspaceId }) => workspaceId),
    ...movedLockDetails(locks),
  },
});

/** An audit entry for each workspace: who took it over, in which role. */
export const claimAuditEvents = (
  { email, preProvisionedUserId, memberships }: ClaimedPreProvisionedUser,
  actor: Pick<AuditEvent, 'credential' | 'request'> & { readonly actor: Principal },
): AuditEvent[] =>
  memberships.map(({ workspaceId, role }) => ({
    ...actor,
    action: 'claimInvitation',
    workspaceId,
    details: { email: personalTo(actor.actor, email), preProvisionedUserId, role: { from: null, to: role } },
  }));
