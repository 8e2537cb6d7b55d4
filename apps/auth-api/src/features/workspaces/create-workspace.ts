import type { InstanceEnvType, NewWorkspace } from '@portal/contract';
import type { Settings } from '../../platform/config/settings.ts';
import type { DbContext } from '../../platform/db/transaction.ts';
import type { User } from '../../generated/prisma/client.ts';
import { newId } from '../../platform/lib/ids.ts';
import { productionWorkspaceName } from './production-workspaces.ts';

/** Checked input, with the instance that it means. */
type CreateWorkspaceInput = NewWorkspace &
  Required<Pick<NewWorkspace, 'instanceEnvType'>> & { readonly instanceUrl: string };

/** Creates a workspace with its owner in the caller's transaction. Returns its id. */
export async function createWorkspace(
  ownerId: string,
  workspace: CreateWorkspaceInput,
  { db }: DbContext,
): Promise<string> {
  const { displayName, description = null, instanceUrl, instanceEnvType, approvalsEnabled = false } = workspace;
  const { isDefault = false, isFavourite = false, isHidden = false } = workspace;
  const id = newId();
  // One statement; Prisma's nested create sends three.
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

/** Creates a production workspace of a user, on the hosted instance, in the caller's transaction. */
export async function createProductionWorkspace(
  { id, nickname }: Pick<User, 'id' | 'nickname'>,
  { isDefault }: { isDefault: boolean },
  context: DbContext,
  settings: Settings,
): Promise<ProductionWorkspace> {
  const properties = { displayName: productionWorkspaceName(nickname), instanceEnvType: 'SI' } as const;
  const workspace = { ...properties, instanceUrl: settings.HOSTED_APP_URL, isDefault };
  return { workspaceId: await createWorkspace(id, workspace, context), ...properties };
}
