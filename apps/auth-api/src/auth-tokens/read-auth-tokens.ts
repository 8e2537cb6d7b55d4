import type { AuthToken } from '../generated/prisma/client.ts';
import type { Work } from '../http/transaction.ts';

/** Of a token, under the names of the Prisma model. */
export const tokenColumns = `
  id, workspace_id AS "workspaceId", creator_user_id AS "creatorUserId", name, created_at AS "createdAt",
  expires_at AS "expiresAt", revoked_at AS "revokedAt", last_used_at AS "lastUsedAt"`;

const select = `SELECT ${tokenColumns} FROM auth_tokens WHERE workspace_id = $1`;

/** $2 the last id before, $3 how many, or null for all. The order of ids is that of time. */
const ofWorkspace = {
  name: 'tokens-of-workspace',
  text: `${select} AND id < $2 ORDER BY id DESC LIMIT $3::int`,
};

/** Ids begin with a digit. */
const behindAll = 'Z';

const one = { name: 'token-of-workspace', text: `${select} AND id = $2` };

/** The API tokens of a workspace, the latest first, after one or from the first one; all without a limit. */
export const listAuthTokensOf = (
  workspaceId: string,
  after: string | undefined,
  most: number | null,
  { sql }: Work,
): Promise<AuthToken[]> => sql<AuthToken>(ofWorkspace, [workspaceId, after ?? behindAll, most]);

/** One of them; null if the workspace has none of this id. */
export async function readAuthTokenOf(workspaceId: string, id: string, { sql }: Work): Promise<AuthToken | null> {
  const [token] = await sql<AuthToken>(one, [workspaceId, id]);
  return token ?? null;
}
