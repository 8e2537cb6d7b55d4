import type { AuthToken } from '../generated/prisma/client.ts';
import type { Work } from '../http/transaction.ts';
import { newId } from '../new-id.ts';
import { tokenColumns } from './read-auth-tokens.ts';

type Draft = Pick<AuthToken, 'workspaceId' | 'creatorUserId' | 'name' | 'expiresAt'>;

const create = {
  name: 'create-token',
  text: `
    INSERT INTO auth_tokens (id, workspace_id, creator_user_id, name, expires_at) VALUES ($1, $2, $3, $4, $5)
    RETURNING ${tokenColumns}`,
};

/** Makes a token of a workspace, in the caller's transaction. */
export async function createAuthToken(
  { workspaceId, creatorUserId, name, expiresAt }: Draft,
  { sql }: Pick<Work, 'sql'>,
): Promise<AuthToken> {
  const [token] = await sql<AuthToken>(create, [newId(), workspaceId, creatorUserId, name, expiresAt]);
  if (!token) throw new Error('A row that was added is answered.');
  return token;
}
