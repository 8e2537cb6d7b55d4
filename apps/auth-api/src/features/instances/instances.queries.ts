import type { DbContext } from '../../platform/db/transaction.ts';
import type { ConnectCode } from '../../generated/prisma/client.ts';

/** Inserts a code of a session. Returns false if the session ends at the same time: without it the code could not be revoked. */
export async function insertCode(
  { codeHash, stateHash, workspaceId, userId, sessionId, instanceUrl, expiresAt }: ConnectCode,
  { db }: DbContext,
): Promise<boolean> {
  const inserted = await db.$executeRaw`
    INSERT INTO connect_codes (code_hash, state_hash, workspace_id, user_id, session_id, instance_url, expires_at)
    SELECT ${codeHash}, ${stateHash}, ${workspaceId}, ${userId}, id, ${instanceUrl}, ${expiresAt.toISOString()}::timestamptz
    FROM sessions WHERE id = ${sessionId} FOR KEY SHARE`;
  return inserted === 1;
}
