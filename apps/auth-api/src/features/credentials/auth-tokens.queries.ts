import type { DbContext } from '../../platform/db/transaction.ts';
import type { AuthToken } from '../../generated/prisma/client.ts';

/** Sorts after every ULID, which start with a digit. */
const maxId = 'Z';

/** Lists the API tokens of a workspace, newest first, after the token with the id `after`. All of them without a limit. */
export function listWorkspaceTokens(
  workspaceId: string,
  after: string | undefined,
  limit: number | null,
  { db }: DbContext,
): Promise<AuthToken[]> {
  // SQL, because PostgreSQL plans Prisma's own statement with the primary key instead of the index of the workspace.
  return db.$queryRaw<AuthToken[]>`
    /* tokens-of-workspace */
    SELECT id, workspace_id AS "workspaceId", creator_user_id AS "creatorUserId", name, created_at AS "createdAt",
      expires_at AS "expiresAt", revoked_at AS "revokedAt", last_used_at AS "lastUsedAt"
    FROM auth_tokens WHERE workspace_id = ${workspaceId} AND id < ${after ?? maxId}
    ORDER BY id DESC LIMIT ${limit}::int`;
}

/** Locks an API token, if it exists, to change it. */
export async function tokenForUpdate(id: string, db: DbContext['db']): Promise<void> {
  await db.$queryRaw`SELECT 1 FROM auth_tokens WHERE id = ${id} FOR NO KEY UPDATE`;
}

/** Returns an API token of a workspace; null if the workspace has none with this id. */
export const findWorkspaceToken = (workspaceId: string, id: string, { db }: DbContext): Promise<AuthToken | null> =>
  db.authToken.findUnique({ where: { id, workspaceId } });
