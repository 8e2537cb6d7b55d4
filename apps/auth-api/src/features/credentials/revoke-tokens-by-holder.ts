import { inTransaction, type DbContext } from '../../platform/db/transaction.ts';
import { writeAuditEntries, type AuditEvent } from '../../request/audit/write-entries.ts';
import type { Services } from '../../request/call/services.ts';
import { enqueueAccountEmails } from '../emails/enqueue-account-email.ts';
import { personalNameOf, principalOfToken, recipientOfToken } from './auth-tokens.ts';

interface RevokedToken {
  readonly id: string;
  readonly name: string;
  readonly workspaceId: string;
  readonly userId: string | null;
  readonly serviceAccountId: string | null;
  /** Who gets the email (`recipientOfToken`). */
  readonly recipientId: string;
}

/** In each transaction, so that many tokens do not exceed the statement timeout. */
const batchSize = 250;

/**
 * Revokes those API tokens that are active. The principal of each is the actor of its audit entry, because the request has no actor. The
 * entry does not have the address and the client of the holder, who may be anyone: they are in the log. The user of the token, or the
 * owner, gets an email. The request of a second holder waits for the first one, and then finds no active token. If a
 * transaction fails, the tokens of the earlier ones stay revoked, and a retry revokes the rest.
 */
export async function revokeTokensByHolder(
  tokenIds: readonly string[],
  request: AuditEvent['request'],
  services: Pick<Services, 'db'>,
): Promise<void> {
  for (let start = 0; start < tokenIds.length; start += batchSize) {
    const batch = tokenIds.slice(start, start + batchSize);
    await inTransaction(services, (context) => revokeBatch(batch, request, context));
  }
}

async function revokeBatch(
  tokenIds: readonly string[],
  request: AuditEvent['request'],
  { db }: DbContext,
): Promise<void> {
  // The emails and the entries reference the users, which are locked before the tokens (request/account/row-locks.ts).
  const users = await db.$queryRaw<unknown[]>`
    /* lock-users-of-tokens */
    SELECT 1 FROM users WHERE id IN (
      SELECT ${recipientOfToken} FROM auth_tokens t
      WHERE t.id = ANY(${tokenIds}::text[]) AND t.revoked_at IS NULL AND t.expires_at > now())
    ORDER BY id FOR KEY SHARE`;
  if (users.length === 0) return;
  const revoked = await db.$queryRaw<RevokedToken[]>`
    /* revoke-tokens-by-holder */
    WITH live AS (
      SELECT id FROM auth_tokens
      WHERE id = ANY(${tokenIds}::text[]) AND revoked_at IS NULL AND expires_at > now() ORDER BY id FOR NO KEY UPDATE)
    UPDATE auth_tokens t SET revoked_at = now() FROM live WHERE t.id = live.id
    RETURNING t.id, t.name, t.workspace_id AS "workspaceId", t.user_id AS "userId",
      t.service_account_id AS "serviceAccountId", ${recipientOfToken} AS "recipientId"`;
  if (revoked.length === 0) return;
  const emails = revoked.map(({ id, recipientId }) => ({ userId: recipientId, details: { tokenId: id } }));
  await enqueueAccountEmails('tokenRevokedByHolder', emails, db);
  const entries = revoked.map((token) => ({
    action: 'revokeTokenByHolder',
    actor: principalOfToken(token),
    credential: 'api' as const,
    credentialId: token.id,
    workspaceId: token.workspaceId,
    details: { tokenId: token.id, name: personalNameOf(token) },
    request: { ...request, ip: null, userAgent: null },
  }));
  await writeAuditEntries(entries, { db });
}
