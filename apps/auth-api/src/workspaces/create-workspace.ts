import type { InstanceEnvType } from '@portal/contract';
import type { User } from '../generated/prisma/client.ts';
import type { Work } from '../http/transaction.ts';
import { newId } from '../new-id.ts';
import type { Settings } from '../settings.ts';

export interface WorkspaceDraft {
  readonly displayName: string;
  readonly description: string | null;
  readonly instanceEnvType: InstanceEnvType;
  readonly instanceUrl: string;
  readonly isDefault?: boolean;
}

/** Makes a workspace with its owner. */
export const createWorkspace = {
  name: 'create-workspace',
  parts: `
    workspace AS (
      INSERT INTO workspaces (id, creator_user_id, created_at, display_name, description, instance_url, instance_env_type)
      SELECT $1, $2, $3::timestamptz, $4, $5, $6, $7::instance_env_type FROM admitted WHERE admitted.yes
      RETURNING id),
    made AS (
      INSERT INTO memberships (workspace_id, user_id, role, is_default)
      SELECT workspace.id, $2, 'OWNER', $8::boolean FROM workspace RETURNING user_id)`,
};

/** What it is made of, for an owner. */
export const valuesOfWorkspace = (
  id: string,
  ownerId: string,
  createdAt: Date,
  { displayName, description, instanceEnvType, instanceUrl, isDefault = false }: WorkspaceDraft,
) => [id, ownerId, createdAt, displayName, description, instanceUrl, instanceEnvType, isDefault];

const createWithin = {
  name: 'create-workspace-within',
  text: `WITH admitted AS (SELECT true AS yes), ${createWorkspace.parts} SELECT FROM made`,
};

/** Makes a workspace with its owner, in the caller's transaction; answers its id. */
export async function createWorkspaceFor(
  ownerId: string,
  draft: WorkspaceDraft,
  { sql }: Pick<Work, 'sql'>,
): Promise<string> {
  const id = newId();
  await sql(createWithin, valuesOfWorkspace(id, ownerId, new Date(), draft));
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
