import type { OwnedWorkspace } from '@portal/contract';
import type { Prisma, Workspace } from '../generated/prisma/client.ts';
import { problem } from '../http/problem.ts';
import { presentOwnedWorkspace } from './staff.present.ts';

/** Staff may know that there is none. */
const noSuchWorkspace = () => problem('WorkspaceNotFound', { message: 'There is no such workspace.' });

/** A workspace in whatever state it is; nobody else changes it until the transaction is over. */
export async function holdWorkspace(id: string, db: Prisma.TransactionClient): Promise<Workspace> {
  await db.$queryRaw`SELECT 1 FROM workspaces WHERE id = ${id} FOR NO KEY UPDATE`;
  const workspace = await db.workspace.findUnique({ where: { id } });
  if (!workspace) throw noSuchWorkspace();
  return workspace;
}

/** A workspace in whatever state it is, with its owner. */
export async function readOwnedWorkspace(workspaceId: string, db: Prisma.TransactionClient): Promise<OwnedWorkspace> {
  const ownership = await db.membership.findFirst({
    where: { workspaceId, role: 'OWNER' },
    select: { workspace: true, user: true },
  });
  if (!ownership) throw noSuchWorkspace();
  const { workspace, user } = ownership;
  const { quarantinedById: id } = workspace;
  const by = id === null ? null : await db.user.findUnique({ where: { id }, select: { id: true, email: true } });
  return presentOwnedWorkspace(workspace, user, by);
}
