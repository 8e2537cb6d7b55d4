import { dayMs } from '../dates.rules.ts';
import type { WorkspaceRole } from '../members/members.schemas.ts';
import type { AuthToken } from './auth-tokens.schemas.ts';
import { isWriteScope } from './scopes.rules.ts';

/** Whether the role can revoke every API token of a workspace. Source: specification section 6. */
export const canRevokeAuthTokens = (role: WorkspaceRole) => role === 'OWNER';

/** Whether a member can rename and revoke an API token: the owner every token, other members those that act as themselves. */
export const canChangeAuthToken = (
  token: Pick<AuthToken, 'userId'>,
  member: { readonly userId: string; readonly role: WorkspaceRole },
) => canRevokeAuthTokens(member.role) || token.userId === member.userId;

/** Whether a member can get a new secret of an API token: of one that acts as themselves, and the owner also of those of service accounts. */
export const canReceiveSecret = (
  { userId }: Pick<AuthToken, 'userId'>,
  member: { readonly userId: string; readonly role: WorkspaceRole },
) => (userId === null ? member.role === 'OWNER' : userId === member.userId);

/** An error message if a token lifetime exceeds the maximum; null if it does not. */
export const tokenLifetimeError = (lifetimeMs: number, maxDays: number) =>
  lifetimeMs > maxDays * dayMs
    ? `A token can be valid for at most ${maxDays} ${maxDays === 1 ? 'day' : 'days'}.`
    : null;

/** The longest lifetime of a token that can be created without a recent login. */
export const maxDaysWithoutRecentLogin = 30;

/**
 * Whether the creation of a token requires a recent login: because the token, or the chain of tokens that replace it, outlives the session
 * for long; or because it can change something, or acts as a service account, which outlives its creator.
 */
export const needsRecentLogin = (token: {
  readonly lifetimeMs: number;
  readonly canRotateItself: boolean;
  readonly scopes: readonly string[];
  readonly isForServiceAccount: boolean;
}) =>
  token.lifetimeMs > maxDaysWithoutRecentLogin * dayMs ||
  token.canRotateItself ||
  token.isForServiceAccount ||
  token.scopes.some(isWriteScope);

/** Whether a token has expired. A token without `expiresAt` never expires. */
export const isExpired = (token: Pick<AuthToken, 'expiresAt'>, now: Date) =>
  token.expiresAt !== null && new Date(token.expiresAt) < now;

/** Neither expired nor revoked. Source: specification section 4, "API token". */
export const isActive = (token: Pick<AuthToken, 'expiresAt' | 'revokedAt'>, now: Date) =>
  token.revokedAt === null && !isExpired(token, now);

/**
 * A regular expression for scanners that look for leaked secrets: every API token matches it. The first characters are the start of its
 * header in Base64: `{"typ":"api+jwt","`.
 */
export const apiTokenPattern = String.raw`eyJ0eXAiOiJhcGkrand0Iiwi[\w-]{20,}\.[\w-]{40,}\.[\w-]{86}`;
