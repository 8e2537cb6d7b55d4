import { ulid } from 'ulid';
import type { InstanceEnvType } from '@portal/contract';
import type { Prisma } from '../generated/prisma/client.ts';

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
  const id = ulid();
  await tx.workspace.create({ data: { id, creatorUserId: ownerId, ...workspace } });
  await tx.membership.create({ data: { workspaceId: id, userId: ownerId, role: 'OWNER', isDefault } });
  return id;
}
