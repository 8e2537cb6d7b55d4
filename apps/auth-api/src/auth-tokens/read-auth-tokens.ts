import type { AuthToken } from '../generated/prisma/client.ts';
import type { Work } from '../http/transaction.ts';

const select = `
  SELECT id, workspace_id AS "workspaceId", creator_user_id AS "creatorUserId", name, created_at AS "createdAt",
    expires_at AS "expiresAt", revoked_at AS "revokedAt", last_used_at AS "lastUsedAt"
  FROM auth_tokens WHERE workspace_id = $1`;

const ofWorkspace = { name: 'tokens-of-workspace', text: `${select} ORDER BY created_at DESC` };

const one = { name: 'token-of-workspace', text: `${select} AND id = $2` };

/** The API tokens of a workspace, the latest first. */
export const listAuthTokensOf = (workspaceId: string, { read }: Work): Promise<AuthToken[]> =>
  read<AuthToken>(ofWorkspace, [workspaceId]);

/** One of them; null if the workspace has none of this id. */
export async function readAuthTokenOf(workspaceId: string, id: string, { read }: Work): Promise<AuthToken | null> {
  const [token] = await read<AuthToken>(one, [workspaceId, id]);
  return token ?? null;
}
