import { Prisma } from '../../generated/prisma/client.ts';
import { apiError } from '../../platform/errors/api-error.ts';

/** A workspace that a user owns and that is not deleted. */
export interface OwnedWorkspace {
  readonly workspaceId: string;
  readonly displayName: string;
  readonly isQuarantined: boolean;
  /** How many members it has besides the owner. */
  readonly memberCount: number;
}

/** Without what staff prepared for the user's address: the user may not be the owner of the mailbox. */
const ownedIds = (userId: string) => Prisma.sql`
  SELECT m.workspace_id FROM memberships m WHERE m.role = 'OWNER' AND m.user_id = ${userId}`;

export const listOwnedWorkspaces = (userId: string, db: Prisma.TransactionClient): Promise<OwnedWorkspace[]> =>
  db.$queryRaw`
    SELECT w.id AS "workspaceId", w.display_name AS "displayName", w.quarantined_at IS NOT NULL AS "isQuarantined",
      (SELECT count(*)::int - 1 FROM memberships all_members WHERE all_members.workspace_id = w.id) AS "memberCount"
    FROM workspaces w WHERE w.deleted_at IS NULL AND w.id IN (${ownedIds(userId)})
    ORDER BY w.display_name, w.id`;

/** The id of the owner of a workspace in any state. Null if there is none. */
export async function findOwnerId(workspaceId: string, db: Prisma.TransactionClient): Promise<string | null> {
  const owner = await db.membership.findFirst({ where: { workspaceId, role: 'OWNER' }, select: { userId: true } });
  return owner?.userId ?? null;
}

/** The same for staff. Throws `WorkspaceNotFound` without an owner. */
export async function requireOwnerId(workspaceId: string, db: Prisma.TransactionClient): Promise<string> {
  const ownerId = await findOwnerId(workspaceId, db);
  if (ownerId === null) throw apiError('WorkspaceNotFound', { message: 'Workspace not found.' });
  return ownerId;
}

/** The ids of all workspaces that a user owns. Staff can restore a deleted one, so a change that relies on them locks it, too. */
export async function findOwnedWorkspaceIds(userId: string, db: Prisma.TransactionClient): Promise<string[]> {
  const owned = await db.membership.findMany({ where: { userId, role: 'OWNER' }, select: { workspaceId: true } });
  return owned.map(({ workspaceId }) => workspaceId);
}

/** Locks them first, so that no member is added until the transaction ends. The caller has locked the user. */
export async function ownedWorkspacesForUpdate(
  userId: string,
  db: Prisma.TransactionClient,
): Promise<OwnedWorkspace[]> {
  await db.$queryRaw`
    SELECT 1 FROM workspaces WHERE id IN (${ownedIds(userId)}) ORDER BY id FOR NO KEY UPDATE`;
  return listOwnedWorkspaces(userId, db);
}
