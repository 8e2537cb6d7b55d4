import type { InstanceEnvType } from '@portal/contract';
import type { Prisma, User } from '../generated/prisma/client.ts';
import { newId } from '../new-id.ts';
import type { Settings } from '../settings.ts';

interface WorkspaceDraft {
  readonly displayName: string;
  readonly description: string | null;
  readonly instanceEnvType: InstanceEnvType;
  readonly instanceUrl: string;
  readonly isDefault?: boolean;
}

/** Makes a workspace with its owner, in the caller's transaction; answers its id. */
export async function createWorkspaceFor(
  ownerId: string,
  { isDefault = false, ...workspace }: WorkspaceDraft,
  tx: Prisma.TransactionClient,
): Promise<string> {
  const id = newId();
  await tx.workspace.create({ data: { id, creatorUserId: ownerId, ...workspace } });
  await tx.membership.create({ data: { workspaceId: id, userId: ownerId, role: 'OWNER', isDefault } });
  return id;
}

export interface ProductionWorkspace {
  readonly workspaceId: string;
  readonly displayName: string;
  readonly instanceEnvType: InstanceEnvType;
}

/** Makes the workspace that somebody begins with, managed by us, in the caller's transaction. */
export async function createProductionWorkspace(
  { id, nickname }: Pick<User, 'id' | 'nickname'>,
  { isDefault }: { isDefault: boolean },
  tx: Prisma.TransactionClient,
  settings: Settings,
): Promise<ProductionWorkspace> {
  const made = { displayName: `${nickname}'s Production Workspace`, instanceEnvType: 'SI' } as const;
  const draft = { ...made, description: null, instanceUrl: settings.HOSTED_APP_URL, isDefault };
  return { workspaceId: await createWorkspaceFor(id, draft, tx), ...made };
}
