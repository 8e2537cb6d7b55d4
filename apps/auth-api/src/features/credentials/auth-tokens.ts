import { canReceiveSecret, needsRecentLogin, type AuthToken as AuthTokenResponse } from '@portal/contract';
import { Prisma, type AuthToken } from '../../generated/prisma/client.ts';
import type { DbContext } from '../../platform/db/transaction.ts';
import { apiError } from '../../platform/errors/api-error.ts';
import { toIsoTimestamp } from '../../platform/lib/iso-timestamp.ts';
import { principalIdOf, type Actor, type Principal } from '../../request/account/actor.ts';
import { personalTo } from '../../request/audit/personal-values.ts';
import type { AuditEventFields } from '../../request/audit/write-entries.ts';
import { requireRecentLogin } from '../../request/auth/require-recent-login.ts';
import type { MemberContext } from '../../request/call/types.ts';

// What the calls that create, replace and change API tokens share.

export type PrincipalColumns = Pick<AuthToken, 'userId' | 'serviceAccountId'>;
export type NewToken = PrincipalColumns &
  Pick<AuthToken, 'id' | 'name' | 'workspaceId' | 'createdById' | 'scopes' | 'networks' | 'createdAt' | 'expiresAt'>;
type ListedToken = NewToken & Partial<AuthToken>;

/** Adds the secret of a token, which is signed for each response and never stored. */
export async function withSecret(token: ListedToken, { services }: Pick<MemberContext, 'services'>) {
  const { id, userId, serviceAccountId, workspaceId, scopes, expiresAt } = token;
  const principalId = userId ?? serviceAccountId ?? '';
  const claims = { id, principalId, isServiceAccount: userId === null, workspaceId, scopes };
  return { authToken: toAuthToken(token), token: await services.tokens.signApiToken(claims, expiresAt) };
}

export const principalOfToken = ({ userId, serviceAccountId }: PrincipalColumns): Principal =>
  userId === null ? { serviceAccountId: serviceAccountId ?? '' } : { userId };

/** Who gets an email about the API token `t`: the user that it acts as, or the owner of the workspace for one of a service account. */
export const recipientOfToken = Prisma.sql`coalesce(t.user_id, (
  SELECT m.user_id FROM memberships m WHERE m.workspace_id = t.workspace_id AND m.role = 'OWNER'))`;

/** The name of a token in an audit entry. */
export const personalNameOf = (token: PrincipalColumns & Pick<AuthToken, 'name'>) =>
  personalTo(principalOfToken(token), token.name);

/** Records which token an action affected, and whose. Never its secret. */
export function recordTokenAction(
  { id, userId, serviceAccountId }: PrincipalColumns & Pick<AuthToken, 'id'>,
  details: AuditEventFields['details'],
  { actor, audit }: MemberContext<Actor>,
): void {
  const subject = userId === null || userId === actor.user?.id ? {} : { subjectUserId: userId };
  audit.record({
    ...subject,
    details: { tokenId: id, ...(serviceAccountId !== null && { serviceAccountId }), ...details },
  });
}

/** A token that gives more than the session, or outlives it for long, needs a recent login, each time that its secret is returned. */
export function checkRecentLogin(
  token: NewToken & Pick<AuthToken, 'rotatesUntil'>,
  { actor, services }: Pick<MemberContext, 'actor' | 'services'>,
): void {
  const lifetimeMs = token.expiresAt.getTime() - token.createdAt.getTime();
  const canRotateItself = token.rotatesUntil !== null;
  const isForServiceAccount = token.userId === null;
  if (needsRecentLogin({ lifetimeMs, canRotateItself, scopes: token.scopes, isForServiceAccount }))
    requireRecentLogin(actor, 'STEP_UP_MAX_AGE_MINUTES', services.settings);
}

/** Whether the actor may have a new secret of a token. */
export const mayReceiveSecret = (
  { userId }: Pick<AuthToken, 'userId'>,
  { actor, membership }: Pick<MemberContext<Actor>, 'actor' | 'membership'>,
) => canReceiveSecret({ userId }, { userId: principalIdOf(actor), role: membership.role });

export async function findToken(tokenId: string, context: MemberContext<Actor>): Promise<AuthToken> {
  const token = await findWorkspaceToken(context.membership.workspaceId, tokenId, context);
  if (!token) throw apiError('AuthTokenNotFound');
  return token;
}

export function toAuthToken(token: ListedToken): AuthTokenResponse {
  return {
    id: token.id,
    name: token.name,
    userId: token.userId,
    serviceAccountId: token.serviceAccountId,
    creatorUserId: token.createdById,
    scopes: token.scopes,
    createdAt: token.createdAt.toISOString(),
    expiresAt: token.expiresAt.toISOString(),
    revokedAt: toIsoTimestamp(token.revokedAt),
    lastUsedAt: toIsoTimestamp(token.lastUsedAt),
    lastUsedNetwork: token.lastUsedNetwork ?? null,
    lastUsedClient: token.lastUsedClient ?? null,
    networks: token.networks,
    rotatesUntil: toIsoTimestamp(token.rotatesUntil),
    replacedById: token.replacedById ?? null,
    replacedAt: toIsoTimestamp(token.replacedAt),
    usedAfterReplacedAt: toIsoTimestamp(token.usedAfterReplacedAt),
  };
}

/** Sorts after every ULID, which start with a digit. */
const maxId = 'Z';

/** Lists the API tokens of a workspace, newest first, after the token with the id `after`. All of them without a limit. */
export function listWorkspaceTokens(
  workspaceId: string,
  after: string | undefined,
  limit: number | null,
  { db }: DbContext,
): Promise<AuthToken[]> {
  // SQL, because PostgreSQL plans Prisma's own statement with the primary key instead of the index of the workspace.
  return db.$queryRaw<AuthToken[]>`
    /* tokens-of-workspace */
    SELECT id, workspace_id AS "workspaceId", user_id AS "userId", service_account_id AS "serviceAccountId",
      created_by_id AS "createdById", name, scopes, networks, created_at AS "createdAt", expires_at AS "expiresAt",
      revoked_at AS "revokedAt", last_used_at AS "lastUsedAt", last_used_network AS "lastUsedNetwork",
      last_used_client AS "lastUsedClient", rotates_until AS "rotatesUntil", replaced_by_id AS "replacedById",
      replaced_at AS "replacedAt", used_after_replaced_at AS "usedAfterReplacedAt"
    FROM auth_tokens WHERE workspace_id = ${workspaceId} AND id < ${after ?? maxId}
    ORDER BY id DESC LIMIT ${limit}::int`;
}

/** Returns an API token of a workspace; null if the workspace has none with this id. */
const findWorkspaceToken = (workspaceId: string, id: string, { db }: DbContext): Promise<AuthToken | null> =>
  db.authToken.findUnique({ where: { id, workspaceId } });
