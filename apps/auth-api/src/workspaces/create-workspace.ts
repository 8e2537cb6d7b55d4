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
  readonly approvalsEnabled?: boolean | undefined;
  /** How its owner sees it. */
  readonly isDefault?: boolean | undefined;
  readonly isFavourite?: boolean | undefined;
  readonly isHidden?: boolean | undefined;
}

/** Makes a workspace with its owner, in the caller's transaction; answers its id. */
export async function createWorkspaceFor(ownerId: string, draft: WorkspaceDraft, { db }: Work): Promise<string> {
  const { displayName, description, instanceUrl, instanceEnvType, approvalsEnabled = false } = draft;
  const { isDefault = false, isFavourite = false, isHidden = false } = draft;
  const id = newId();
  // One statement instead of the three of a nested create.
  await db.$executeRaw`
    /* create-workspace */
    WITH workspace AS (
      INSERT INTO workspaces
        (id, creator_user_id, display_name, description, instance_url, instance_env_type, approvals_enabled)
      VALUES (${id}, ${ownerId}, ${displayName}, ${description}, ${instanceUrl}, ${instanceEnvType}::instance_env_type,
        ${approvalsEnabled})
      RETURNING id)
    INSERT INTO memberships (workspace_id, user_id, role, is_default, is_favourite, is_hidden)
    SELECT workspace.id, ${ownerId}, 'OWNER', ${isDefault}, ${isFavourite}, ${isHidden} FROM workspace`;
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
