import { databaseNow } from '../../platform/db/clock.ts';
import type { InstanceToken, Prisma } from '../../generated/prisma/client.ts';
import { enqueueLogoutTokens, type EndedAccess } from './enqueue-logout-tokens.ts';
import { groupBy } from '../../platform/lib/group-by.ts';

// Revokes tokens along with the access that they depend on. A member revokes a single API token with `revokeAuthToken` in
// auth-tokens.handlers.ts.

/** The tokens and codes that were active and are now revoked. */
export interface RevokedTokens {
  readonly authTokenIds: string[];
  readonly instanceTokens: number;
  readonly connectCodes: number;
}

/** Revokes every token and code of a workspace. Tokens that were revoked before keep their time of revocation. */
export function revokeWorkspaceTokens(workspaceId: string, tx: Prisma.TransactionClient): Promise<RevokedTokens> {
  return revokeTokens({ workspaceId }, { workspaceId }, tx);
}

/** Revokes the API tokens that a user created in a workspace, and the user's instance tokens and codes for it. */
export function revokeMemberTokens(
  workspaceId: string,
  userId: string,
  tx: Prisma.TransactionClient,
): Promise<RevokedTokens> {
  return revokeTokens({ workspaceId, creatorUserId: userId }, { workspaceId, userId }, tx);
}

/** Revokes the tokens and codes of a user in every workspace. */
export function revokeUserTokens(userId: string, tx: Prisma.TransactionClient): Promise<RevokedTokens> {
  return revokeTokens({ creatorUserId: userId }, { userId }, tx);
}

/**
 * Revokes the instance tokens and codes of a workspace whose instance gets another URL. Call it with the locked workspace, before the
 * change: the logout tokens go to the present URL.
 */
export async function revokeInstanceTokens(workspaceId: string, tx: Prisma.TransactionClient): Promise<void> {
  await revokeInstanceAccess({ workspaceId }, await databaseNow(tx), tx);
}

/**
 * Revokes the instance tokens of a session from before its present login, and its codes. A login in the same browser renews the session,
 * but the thief of its earlier cookie may have entered instances. Returns the number of tokens.
 */
export async function revokeTokensOfEarlierLogins(
  { id: sessionId, startedAt }: { readonly id: string; readonly startedAt: Date },
  tx: Prisma.TransactionClient,
): Promise<number> {
  const tokens = { sessionId, createdAt: { lt: startedAt } };
  await tx.connectCode.deleteMany({ where: { sessionId } });
  return revokeInstanceTokensWhere(tokens, await databaseNow(tx), tx);
}

async function revokeTokens(
  apiTokens: { workspaceId?: string; creatorUserId?: string },
  instanceAccess: InstanceAccess,
  tx: Prisma.TransactionClient,
): Promise<RevokedTokens> {
  const now = await databaseNow(tx);
  const authTokens = await tx.authToken.updateManyAndReturn({
    where: { ...apiTokens, revokedAt: null },
    data: { revokedAt: now },
    select: { id: true, expiresAt: true },
  });
  return {
    authTokenIds: authTokens.filter(({ expiresAt }) => expiresAt > now).map(({ id }) => id),
    ...(await revokeInstanceAccess(instanceAccess, now, tx)),
  };
}

interface InstanceAccess {
  readonly workspaceId?: string;
  readonly userId?: string;
}

async function revokeInstanceAccess(
  instanceAccess: InstanceAccess,
  now: Date,
  tx: Prisma.TransactionClient,
): Promise<Omit<RevokedTokens, 'authTokenIds'>> {
  const instanceTokens = await revokeInstanceTokensWhere(instanceAccess, now, tx);
  const { count: connectCodes } = await tx.connectCode.deleteMany({
    where: { ...instanceAccess, expiresAt: { gt: now } },
  });
  await tx.connectCode.deleteMany({ where: instanceAccess });
  return { instanceTokens, connectCodes };
}

/** Notifies the instances, too. Returns the number of tokens that were valid. */
async function revokeInstanceTokensWhere(
  tokens: Prisma.InstanceTokenWhereInput,
  now: Date,
  tx: Prisma.TransactionClient,
): Promise<number> {
  const revoked = await tx.instanceToken.updateManyAndReturn({
    where: { ...tokens, revokedAt: null },
    data: { revokedAt: now },
    select: { workspaceId: true, userId: true, sessionId: true, expiresAt: true },
  });
  const valid = revoked.filter(({ expiresAt }) => expiresAt > now);
  await enqueueLogoutTokens(toEndedAccess(valid), tx);
  return valid.length;
}

/** Notifies the instances of a workspace whose tokens are rejected, but not revoked. */
export async function notifyInstancesOf(workspaceId: string, tx: Prisma.TransactionClient): Promise<void> {
  const tokens = await tx.instanceToken.findMany({
    where: { workspaceId, revokedAt: null, expiresAt: { gt: await databaseNow(tx) } },
    select: { workspaceId: true, userId: true, sessionId: true },
  });
  await enqueueLogoutTokens(toEndedAccess(tokens), tx);
}

/** The workspaces of tokens by session. A token of the previous version has none, so its instance cannot be notified. */
function toEndedAccess(tokens: readonly Pick<InstanceToken, 'workspaceId' | 'userId' | 'sessionId'>[]): EndedAccess[] {
  return [...groupBy(tokens, ({ sessionId }) => sessionId)].flatMap(([sessionId, [first, ...others]]) => {
    if (sessionId === null || first === undefined) return [];
    const workspaceIds = [...new Set([first, ...others].map(({ workspaceId }) => workspaceId))];
    return { userId: first.userId, sessionId, workspaceIds };
  });
}
