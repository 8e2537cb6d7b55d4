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
  { displayName, description, instanceEnvType, instanceUrl, isDefault = false }: WorkspaceDraft,
  tx: Prisma.TransactionClient,
): Promise<string> {
  const id = newId();
  await tx.$executeRaw`
    WITH made AS (
      INSERT INTO workspaces (id, display_name, description, instance_url, instance_env_type, creator_user_id)
      VALUES (${id}, ${displayName}, ${description}, ${instanceUrl}, ${instanceEnvType}::instance_env_type, ${ownerId}))
    INSERT INTO memberships (workspace_id, user_id, role, is_default) VALUES (${id}, ${ownerId}, 'OWNER', ${isDefault})`;
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
