import type { OwnedWorkspace } from '@portal/contract';
import type { Prisma, Workspace } from '../generated/prisma/client.ts';
import { problem } from '../http/problem.ts';
import { lockWorkspace } from '../workspaces/lock-workspace.ts';
import { readStaffMembers } from './staff-members.ts';
import { presentOwnedWorkspace } from './staff.present.ts';

/** Staff may know that there is none. */
const noSuchWorkspace = () => problem('WorkspaceNotFound', { message: 'There is no such workspace.' });

/** A workspace in whatever state it is; nobody else changes it until the transaction is over. */
export async function holdWorkspace(id: string, db: Prisma.TransactionClient): Promise<Workspace> {
  const workspace = await lockWorkspace(id, db);
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
  const [quarantinedBy = null] = await readStaffMembers([workspace.quarantinedById], db);
  return presentOwnedWorkspace(workspace, user, quarantinedBy);
}
