import type { InstanceEnvType } from '@portal/contract';
import type { Prisma } from '../generated/prisma/client.ts';

export interface LockedWorkspace {
  readonly displayName: string;
  readonly description: string | null;
  readonly instanceUrl: string;
  readonly instanceEnvType: InstanceEnvType;
  readonly approvalsEnabled: boolean;
}

/**
 * A live workspace as it is now; null if there is none. Until the transaction is over nobody else changes it, so that what
 * the audit log says it was is true.
 */
export async function lockWorkspace(id: string, db: Prisma.TransactionClient): Promise<LockedWorkspace | null> {
  const [workspace] = await db.$queryRaw<LockedWorkspace[]>`
    SELECT display_name AS "displayName", description, instance_url AS "instanceUrl",
      instance_env_type AS "instanceEnvType", approvals_enabled AS "approvalsEnabled"
    FROM workspaces WHERE id = ${id} AND deleted_at IS NULL FOR NO KEY UPDATE`;
  return workspace ?? null;
}
