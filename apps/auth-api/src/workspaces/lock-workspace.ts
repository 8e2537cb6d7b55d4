import type { Prisma, Workspace } from '../generated/prisma/client.ts';

/**
 * A workspace as it is now, in whatever state; null if there is none. Until the transaction is over nobody else changes
 * it, so that what the audit log says it was is true.
 */
export async function lockWorkspace(id: string, db: Prisma.TransactionClient): Promise<Workspace | null> {
  await db.$queryRaw`SELECT 1 FROM workspaces WHERE id = ${id} FOR NO KEY UPDATE`;
  return db.workspace.findUnique({ where: { id } });
}

/** The same of a workspace that its members can reach; null also once it is deleted. */
export async function lockLiveWorkspace(id: string, db: Prisma.TransactionClient): Promise<Workspace | null> {
  const workspace = await lockWorkspace(id, db);
  return workspace?.deletedAt === null ? workspace : null;
}
