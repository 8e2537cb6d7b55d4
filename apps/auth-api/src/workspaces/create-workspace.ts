import type { InstanceEnvType } from '@portal/contract';
import type { User } from '../generated/prisma/client.ts';
import type { Work } from '../http/transaction.ts';
import { newId } from '../new-id.ts';
import type { Settings } from '../settings.ts';

interface WorkspaceDraft {
  readonly displayName: string;
  readonly description: string | null;
  readonly instanceEnvType: InstanceEnvType;
  readonly instanceUrl: string;
  readonly isDefault?: boolean;
}

const create = {
  name: 'create-workspace',
  text: `
    WITH made AS (
      INSERT INTO workspaces (id, display_name, description, instance_url, instance_env_type, creator_user_id)
      VALUES ($1, $2, $3, $4, $5::instance_env_type, $6))
    INSERT INTO memberships (workspace_id, user_id, role, is_default) VALUES ($1, $6, 'OWNER', $7)`,
};

/** Makes a workspace with its owner, in the caller's transaction; answers its id. */
export async function createWorkspaceFor(
  ownerId: string,
  { displayName, description, instanceEnvType, instanceUrl, isDefault = false }: WorkspaceDraft,
  { sql }: Pick<Work, 'sql'>,
): Promise<string> {
  const id = newId();
  await sql(create, [id, displayName, description, instanceUrl, instanceEnvType, ownerId, isDefault]);
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
  work: Work,
  settings: Settings,
): Promise<ProductionWorkspace> {
  const made = { displayName: `${nickname}'s Production Workspace`, instanceEnvType: 'SI' } as const;
  const draft = { ...made, description: null, instanceUrl: settings.HOSTED_APP_URL, isDefault };
  return { workspaceId: await createWorkspaceFor(id, draft, work), ...made };
}
