import { databaseNow } from '../db/clock.ts';
import type { Prisma } from '../generated/prisma/client.ts';

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

async function revokeTokens(
  apiTokens: { workspaceId?: string; creatorUserId?: string },
  instanceAccess: { workspaceId?: string; userId?: string },
  tx: Prisma.TransactionClient,
): Promise<RevokedTokens> {
  const now = await databaseNow(tx);
  const revocation = { data: { revokedAt: now }, select: { id: true, expiresAt: true } };
  const authTokens = await tx.authToken.updateManyAndReturn({
    where: { ...apiTokens, revokedAt: null },
    ...revocation,
  });
  const instanceTokens = await tx.instanceToken.updateManyAndReturn({
    where: { ...instanceAccess, revokedAt: null },
    ...revocation,
  });
  const { count: connectCodes } = await tx.connectCode.deleteMany({
    where: { ...instanceAccess, expiresAt: { gt: now } },
  });
  await tx.connectCode.deleteMany({ where: instanceAccess });
  const wasActive = ({ expiresAt }: { expiresAt: Date }) => expiresAt > now;
  return {
    authTokenIds: authTokens.filter(wasActive).map(({ id }) => id),
    instanceTokens: instanceTokens.filter(wasActive).length,
    connectCodes,
  };
}
