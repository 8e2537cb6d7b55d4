import {
  accountScope,
  canCreateAuthTokens,
  dayMs,
  isWriteScope,
  scopesOfRole,
  type TokenResponse,
} from '@portal/contract';
import type { TerminalLogin } from '../../../generated/prisma/client.ts';
import { databaseNow } from '../../../platform/db/clock.ts';
import type { DbContext } from '../../../platform/db/transaction.ts';
import { apiError } from '../../../platform/errors/api-error.ts';
import { formatRefreshToken, type RefreshToken } from '../../../request/auth/refresh-tokens.ts';
import type { Services } from '../../../request/call/services.ts';

const lifetimeSeconds = 3_600;

/** What an access token can do. */
export interface Grant {
  /** Null for the account: the own profile and the list of the own workspaces. */
  readonly workspaceId: string | null;
  readonly scopes: readonly string[];
}

export const accountGrant: Grant = { workspaceId: null, scopes: [accountScope] };

/** A terminal login of a user. */
export interface UserLogin {
  readonly userId: string;
  readonly startedAt: Date;
  readonly login: TerminalLogin;
}

/**
 * What a login can do in a workspace: its scopes that the role of the user includes, and that the policy of the workspace allows. Throws
 * `InvalidTarget` for a workspace that the login does not include, or whose policy lets the user create no API token that is as old as
 * the login.
 */
export async function grantFor(
  workspaceId: string,
  { userId, startedAt, login: { scopes, workspaceIds } }: UserLogin,
  now: Date,
  { db }: DbContext,
): Promise<Grant> {
  if (workspaceIds.length > 0 && !workspaceIds.includes(workspaceId)) throw apiError('InvalidTarget');
  const membership = await db.membership.findUnique({
    where: { workspaceId_userId: { workspaceId, userId }, workspace: { deletedAt: null, quarantinedAt: null } },
    select: { role: true, workspace: { select: { tokenMakers: true, tokenMaxDays: true, tokenWritesAllowed: true } } },
  });
  if (!membership || !canCreateAuthTokens(membership.role, membership.workspace.tokenMakers))
    throw apiError('InvalidTarget');
  const { tokenMaxDays, tokenWritesAllowed } = membership.workspace;
  if (tokenMaxDays !== null && startedAt.getTime() + tokenMaxDays * dayMs <= now.getTime())
    throw apiError('InvalidTarget', {
      message: `In this workspace, a login lasts for at most ${tokenMaxDays} days. Log in again.`,
    });
  const allowed = scopesOfRole(scopes, membership.role).filter((scope) => tokenWritesAllowed || !isWriteScope(scope));
  return { workspaceId, scopes: allowed };
}

/** Signs an access token of a login, and returns it with the refresh token. */
export async function tokenResponse(
  refreshToken: RefreshToken,
  userId: string,
  { workspaceId, scopes }: Grant,
  loginScopes: readonly string[],
  { db, tokens }: Services,
): Promise<TokenResponse> {
  const expiresAt = new Date((await databaseNow(db)).getTime() + lifetimeSeconds * 1_000);
  const { sessionId } = refreshToken;
  return {
    access_token: await tokens.signTerminalToken({ sessionId, principalId: userId, workspaceId, scopes, expiresAt }),
    token_type: 'Bearer',
    expires_in: lifetimeSeconds,
    refresh_token: formatRefreshToken(refreshToken),
    scope: scopes.join(' '),
    login_scope: loginScopes.join(' '),
  };
}
