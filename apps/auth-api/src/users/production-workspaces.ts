import type { Prisma, User } from '../generated/prisma/client.ts';

export const productionWorkspaceName = (nickname: string) => `${nickname}'s Production Workspace`;

/**
 * Renames the production workspaces of a user with the user, if nobody named them otherwise. Before the first review of a profile, the
 * nickname is the provider's: often the local part of the email address.
 */
export async function renameProductionWorkspaces(
  { id, nickname }: Pick<User, 'id' | 'nickname'>,
  newNickname: string,
  tx: Prisma.TransactionClient,
): Promise<void> {
  await tx.workspace.updateMany({
    where: { displayName: productionWorkspaceName(nickname), memberships: { some: { userId: id, role: 'OWNER' } } },
    data: { displayName: productionWorkspaceName(newNickname) },
  });
}
