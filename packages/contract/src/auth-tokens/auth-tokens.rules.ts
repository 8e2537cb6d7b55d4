import type { WorkspaceRole } from '../members/members.schemas.ts';
import type { AuthToken } from './auth-tokens.schemas.ts';

/** Who revokes every API token of a workspace. Source: specification section 6. */
export const mayRevokeAuthTokens = (role: WorkspaceRole) => role === 'OWNER';

/** The owner of a workspace renames and revokes every API token of it, any other member those that they made. */
export const mayChangeAuthToken = (
  token: Pick<AuthToken, 'creatorUserId'>,
  member: { readonly userId: string; readonly role: WorkspaceRole },
) => mayRevokeAuthTokens(member.role) || token.creatorUserId === member.userId;

const dayMs = 86_400_000;

/** What is wrong with a life of so many milliseconds where so many days are the longest; null if nothing is. */
export const lifetimeProblem = (lifetimeMs: number, longestDays: number) =>
  lifetimeMs > longestDays * dayMs
    ? `A token can live for ${longestDays} ${longestDays === 1 ? 'day' : 'days'} at most.`
    : null;

/** True once the token's time is over; a token without an end never expires. */
export const isExpired = (token: Pick<AuthToken, 'expiresAt'>, now: Date) =>
  token.expiresAt !== null && new Date(token.expiresAt) < now;

/** Neither expired nor revoked. Source: specification section 4, "API token". */
export const isActive = (token: Pick<AuthToken, 'expiresAt' | 'revokedAt'>, now: Date) =>
  token.revokedAt === null && !isExpired(token, now);
