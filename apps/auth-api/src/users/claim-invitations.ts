import type { WorkspaceRole } from '@portal/contract';
import type { Act } from '../audit/record-acts.ts';
import type { Prisma, User } from '../generated/prisma/client.ts';
import type { Settings } from '../settings.ts';
import { moveLocks } from './inherit-lock-outs.ts';
import type { LockOutKind } from './lock-outs.ts';

/** Who comes with an address. */
export interface Claimant {
  /** Lower-cased. */
  readonly email: string;
  readonly emailVerified: boolean;
  readonly auth0Id: string;
}

/** What waits at an address for somebody to prove that it is theirs; it is held until the transaction is over. */
export interface Waiting {
  readonly placeholderId: string;
}

/** What a user took over from the placeholder of their address. */
export interface Claimed {
  readonly email: string;
  readonly placeholderId: string;
  readonly memberships: readonly ClaimedMembership[];
  /** How the placeholder was locked, so that the person is now. */
  readonly lockOuts: LockOutKind[];
}

interface ClaimedMembership {
  readonly workspaceId: string;
  /** The person's own role there before; null where they were no member. */
  readonly from: WorkspaceRole | null;
  readonly to: WorkspaceRole;
}

/** Locks the placeholder of an address and returns its id; null if there is none. */
export async function lockPlaceholder(email: string, tx: Prisma.TransactionClient): Promise<string | null> {
  const [placeholder] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM users WHERE email = ${email} AND auth0_id IS NULL FOR UPDATE`;
  return placeholder?.id ?? null;
}

/**
 * Holds what waits at an address that the provider has verified, and all that a claim writes: people, workspaces, memberships,
 * in this order as everywhere. The caller holds the address and has written nothing yet.
 */
export async function holdInvitations(
  { email, emailVerified, auth0Id }: Claimant,
  tx: Prisma.TransactionClient,
): Promise<Waiting | null> {
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
 * Moves what the placeholder of an address holds to the user who logged in with it: memberships, the workspaces that staff
 * made for it, and locks. The placeholder itself stays, so that its id stays the same for later invitations: an inviter
 * cannot tell whether anyone logged in between. Returns null if the placeholder holds nothing.
 */
export async function claimInvitations(
  { placeholderId }: Waiting,
  user: User,
  tx: Prisma.TransactionClient,
  settings: Settings,
): Promise<Claimed | null> {
  // Where both are members already, the mightier of the two roles stays; the enum begins with the mightiest.
  const memberships = await tx.$queryRaw<ClaimedMembership[]>`
    SELECT waiting.workspace_id AS "workspaceId", own.role AS "from", least(own.role, waiting.role) AS "to"
    FROM memberships waiting
    LEFT JOIN memberships own ON own.workspace_id = waiting.workspace_id AND own.user_id = ${user.id}
    WHERE waiting.user_id = ${placeholderId} ORDER BY waiting.workspace_id`;
  await tx.$executeRaw`
    WITH doubled AS (
      DELETE FROM memberships waiting USING memberships own
      WHERE waiting.user_id = ${placeholderId} AND own.user_id = ${user.id} AND own.workspace_id = waiting.workspace_id
      RETURNING waiting.workspace_id, waiting.role)
    UPDATE memberships own SET role = doubled.role FROM doubled
    WHERE own.user_id = ${user.id} AND own.workspace_id = doubled.workspace_id AND own.role > doubled.role`;
  await tx.membership.updateMany({ where: { userId: placeholderId }, data: { userId: user.id, isDefault: false } });
  await makeFirstOwnedDefault(memberships, user, tx);
  const created = await tx.workspace.updateMany({
    where: { creatorUserId: placeholderId },
    data: { creatorUserId: user.id },
  });
  const lockOuts = await moveLocks(placeholderId, user, tx, settings);
  const isEmpty = memberships.length === 0 && created.count === 0 && lockOuts.length === 0;
  return isEmpty ? null : { email: user.email, placeholderId, memberships, lockOuts };
}

/** Makes the oldest owned workspace of a claim the default of a user who has none. */
async function makeFirstOwnedDefault(
  memberships: readonly ClaimedMembership[],
  { id: userId }: User,
  tx: Prisma.TransactionClient,
): Promise<void> {
  const owned = memberships.filter(({ to }) => to === 'OWNER').map(({ workspaceId }) => workspaceId);
  if (owned.length === 0 || (await tx.membership.count({ where: { userId, isDefault: true } })) > 0) return;
  const first = await tx.workspace.findFirst({
    where: { id: { in: owned }, deletedAt: null },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true },
  });
  if (!first) return;
  await tx.membership.update({
    where: { workspaceId_userId: { workspaceId: first.id, userId } },
    data: { isDefault: true },
  });
}

/** What the line of the act that led to it says. */
export const claimDetails = ({ placeholderId, memberships, lockOuts }: Claimed) => ({
  claimed: { placeholderId, workspaceIds: memberships.map(({ workspaceId }) => workspaceId), lockOuts },
});

/** Tells each workspace in its own log who came, in which role. */
export const actsOfClaim = (
  { email, placeholderId, memberships }: Claimed,
  by: Pick<Act, 'actorUserId' | 'credential' | 'request'>,
): Act[] =>
  memberships.map(({ workspaceId, ...role }) => ({
    ...by,
    action: 'claimInvitation',
    workspaceId,
    details: { email, placeholderId, role },
  }));
