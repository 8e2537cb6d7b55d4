import type { Prisma, User } from '../../generated/prisma/client.ts';

/** The default name of a production workspace. */
export const productionWorkspaceName = (nickname: string) => `${nickname}'s Production Workspace`;

/**
 * Renames a user's production workspaces that still have their default name. The nickname of a new user comes from the identity provider
 * and is often the local part of the email address, so their name changes when the user chooses a nickname.
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
