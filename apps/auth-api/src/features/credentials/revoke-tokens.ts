import { databaseNow } from '../../platform/db/clock.ts';
import { Prisma, type InstanceToken } from '../../generated/prisma/client.ts';
import { enqueueLogoutTokens, type EndedCredentials } from './enqueue-logout-tokens.ts';
import { groupBy } from '../../platform/lib/group-by.ts';

// Revokes tokens along with the access that they depend on. A member revokes a single API token with `revokeAuthToken` in
// auth-tokens.handlers.ts, and its holder in revoke-tokens-by-holder.ts.

/** The tokens and codes that were active and are now revoked. */
export interface RevokedTokens {
  readonly authTokenIds: string[];
  readonly instanceTokens: number;
  readonly connectCodes: number;
}

/** Revokes every token and code of a workspace. Tokens that were revoked before keep their time of revocation. */
export function revokeWorkspaceTokens(workspaceId: string, tx: Prisma.TransactionClient): Promise<RevokedTokens> {
  return revokeTokens(Prisma.sql`workspace_id = ${workspaceId}`, { workspaceId }, tx);
}

/** Revokes the API tokens that act as a user in a workspace, and the user's instance tokens and codes for it. */
export function revokeMemberTokens(
  workspaceId: string,
  userId: string,
  tx: Prisma.TransactionClient,
): Promise<RevokedTokens> {
  const apiTokens = Prisma.sql`workspace_id = ${workspaceId} AND user_id = ${userId}`;
  return revokeTokens(apiTokens, { workspaceId, userId }, tx);
}

/** Revokes the tokens and codes of a user in every workspace. */
export function revokeUserTokens(userId: string, tx: Prisma.TransactionClient): Promise<RevokedTokens> {
  return revokeTokens(Prisma.sql`user_id = ${userId}`, { userId }, tx);
}

/**
 * Revokes the instance tokens and codes of a workspace whose instance gets another URL. Call it with the locked workspace, before the
 * change: the logout tokens go to the present URL.
 */
export async function revokeInstanceTokens(workspaceId: string, tx: Prisma.TransactionClient): Promise<void> {
  await revokeInstanceCredentials({ workspaceId }, tx);
}

/**
 * Revokes the instance tokens of a session from before its present login, and its codes. A login in the same browser renews the session,
 * but the thief of its earlier cookie may have entered instances. Returns the number of tokens.
 */
export async function revokeTokensOfEarlierLogins(
  { id: sessionId, startedAt }: { readonly id: string; readonly startedAt: Date },
  tx: Prisma.TransactionClient,
): Promise<number> {
  const tokens = Prisma.sql`session_id = ${sessionId} AND created_at < ${startedAt}`;
  const revoked = await revokeInstanceTokensWhere(tokens, tx, { endedAt: startedAt });
  await tx.connectCode.deleteMany({ where: { sessionId } });
  return revoked;
}

/** Revokes the API tokens of a service account. */
export const revokeServiceAccountTokens = (serviceAccountId: string, tx: Prisma.TransactionClient): Promise<string[]> =>
  revokeApiTokens(Prisma.sql`service_account_id = ${serviceAccountId}`, tx);

/** In the order of request/account/row-locks.ts. Each statement locks its tokens by id, because many transactions revoke several. */
async function revokeTokens(
  apiTokens: Prisma.Sql,
  instanceCredentials: InstanceCredentials,
  tx: Prisma.TransactionClient,
): Promise<RevokedTokens> {
  const revokedCredentials = await revokeInstanceCredentials(instanceCredentials, tx);
  return { authTokenIds: await revokeApiTokens(apiTokens, tx), ...revokedCredentials };
}

/** Returns the ids of those that were valid. */
async function revokeApiTokens(apiTokens: Prisma.Sql, tx: Prisma.TransactionClient): Promise<string[]> {
  const authTokens = await tx.$queryRaw<{ id: string; isValid: boolean }[]>`
    WITH live AS (
      SELECT id FROM auth_tokens WHERE ${apiTokens} AND revoked_at IS NULL ORDER BY id FOR NO KEY UPDATE)
    UPDATE auth_tokens t SET revoked_at = now() FROM live WHERE t.id = live.id
    RETURNING t.id, t.expires_at > now() AS "isValid"`;
  return authTokens.filter(({ isValid }) => isValid).map(({ id }) => id);
}

interface InstanceCredentials {
  readonly workspaceId?: string;
  readonly userId?: string;
}

async function revokeInstanceCredentials(
  instanceCredentials: InstanceCredentials,
  tx: Prisma.TransactionClient,
): Promise<Omit<RevokedTokens, 'authTokenIds'>> {
  const { workspaceId, userId } = instanceCredentials;
  const tokens = Prisma.join(
    [
      ...(workspaceId === undefined ? [] : [Prisma.sql`workspace_id = ${workspaceId}`]),
      ...(userId === undefined ? [] : [Prisma.sql`user_id = ${userId}`]),
    ],
    ' AND ',
  );
  const instanceTokens = await revokeInstanceTokensWhere(tokens, tx);
  const { count: connectCodes } = await tx.connectCode.deleteMany({
    where: { ...instanceCredentials, expiresAt: { gt: await databaseNow(tx) } },
  });
  await tx.connectCode.deleteMany({ where: instanceCredentials });
  return { instanceTokens, connectCodes };
}

type RevokedInstanceToken = Pick<InstanceToken, 'workspaceId' | 'userId' | 'sessionId'> & { readonly isValid: boolean };

/**
 * Revokes the instance tokens that match a condition on their columns, and notifies the instances. Returns how many were valid. What was
 * entered after `endedAt` goes on. Default: now.
 */
async function revokeInstanceTokensWhere(
  tokens: Prisma.Sql,
  tx: Prisma.TransactionClient,
  { endedAt }: { readonly endedAt?: Date } = {},
): Promise<number> {
  const revoked = await tx.$queryRaw<RevokedInstanceToken[]>`
    WITH live AS (
      SELECT id FROM instance_tokens WHERE ${tokens} AND revoked_at IS NULL ORDER BY id FOR NO KEY UPDATE)
    UPDATE instance_tokens t SET revoked_at = now() FROM live WHERE t.id = live.id
    RETURNING t.workspace_id AS "workspaceId", t.user_id AS "userId", t.session_id AS "sessionId",
      t.expires_at > now() AS "isValid"`;
  const valid = revoked.filter(({ isValid }) => isValid);
  const ended = toEndedCredentials(valid).map((each) => (endedAt ? { ...each, endedAt: endedAt.toISOString() } : each));
  await enqueueLogoutTokens(ended, tx);
  return valid.length;
}

/** Notifies the instances of a workspace whose tokens are rejected, but not revoked. */
export async function notifyInstancesOf(workspaceId: string, tx: Prisma.TransactionClient): Promise<void> {
  const tokens = await tx.instanceToken.findMany({
    where: { workspaceId, revokedAt: null, expiresAt: { gt: await databaseNow(tx) } },
    select: { workspaceId: true, userId: true, sessionId: true },
  });
  await enqueueLogoutTokens(toEndedCredentials(tokens), tx);
}

/** The workspaces of tokens by session. */
function toEndedCredentials(
  tokens: readonly Pick<InstanceToken, 'workspaceId' | 'userId' | 'sessionId'>[],
): EndedCredentials[] {
  return [...groupBy(tokens, ({ sessionId }) => sessionId)].flatMap(([sessionId, [first, ...others]]) => {
    if (first === undefined) return [];
    const workspaceIds = [...new Set([first, ...others].map(({ workspaceId }) => workspaceId))];
    return { userId: first.userId, sessionId, workspaceIds };
  });
}
