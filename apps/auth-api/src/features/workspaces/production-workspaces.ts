import type { DbContext } from '../../platform/db/transaction.ts';
import { enqueueWorkspaceEvents } from '../credentials/enqueue-workspace-events.ts';
import type { User, Workspace } from '../../generated/prisma/client.ts';

/** The default name of a production workspace. */
export const productionWorkspaceName = (nickname: string) => `${nickname}'s Production Workspace`;

/**
 * Finds a user's production workspaces that still have their default name. The nickname of a new user comes from the identity provider
 * and is often the local part of the email address, so their name changes when the user chooses a nickname.
 */
const findProductionWorkspaces = ({ id, nickname }: Pick<User, 'id' | 'nickname'>, { db }: DbContext) =>
  db.workspace.findMany({
    where: {
      deletedAt: null,
      displayName: productionWorkspaceName(nickname),
      memberships: { some: { userId: id, role: 'OWNER' } },
    },
    select: { id: true },
    orderBy: { id: 'asc' },
  });

/** The ids of the workspaces that a new nickname renames. None once the user has reviewed the profile. */
export async function workspacesToRename(
  user: Pick<User, 'id' | 'nickname' | 'reviewedProfileAt'>,
  newNickname: string | undefined,
  context: DbContext,
): Promise<Workspace['id'][]> {
  if (newNickname === undefined || newNickname === user.nickname || user.reviewedProfileAt !== null) return [];
  return (await findProductionWorkspaces(user, context)).map(({ id }) => id);
}

/** Renames locked workspaces for a new nickname. */
export async function renameProductionWorkspaces(
  ids: readonly string[],
  newNickname: string,
  { db }: DbContext,
): Promise<void> {
  const data = { displayName: productionWorkspaceName(newNickname) };
  await db.workspace.updateMany({ where: { id: { in: [...ids] } }, data });
  await enqueueWorkspaceEvents(ids, db);
}
