import type { AuthToken } from '../generated/prisma/client.ts';
import type { Work } from '../http/transaction.ts';

/** Ids begin with a digit. */
const behindAll = 'Z';

/** The API tokens of a workspace after a token of this id, the latest first; all of them without a limit. */
export function listAuthTokensOf(
  workspaceId: string,
  after: string | undefined,
  limit: number | null,
  { db }: Work,
): Promise<AuthToken[]> {
  // The order of ids is that of time. Planned once, it reads the index of the workspace: for Prisma's own statement PostgreSQL
  // prefers the index of all ids.
  return db.$queryRaw<AuthToken[]>`
    /* tokens-of-workspace */
    SELECT id, workspace_id AS "workspaceId", creator_user_id AS "creatorUserId", name, created_at AS "createdAt",
      expires_at AS "expiresAt", revoked_at AS "revokedAt", last_used_at AS "lastUsedAt"
    FROM auth_tokens WHERE workspace_id = ${workspaceId} AND id < ${after ?? behindAll}
    ORDER BY id DESC LIMIT ${limit}::int`;
}

/** An API token of a workspace; null if the workspace has none with this id. */
export const readAuthTokenOf = (workspaceId: string, id: string, { db }: Work): Promise<AuthToken | null> =>
  db.authToken.findUnique({ where: { id, workspaceId } });
