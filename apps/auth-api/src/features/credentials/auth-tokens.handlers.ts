import {
  canChangeAuthToken,
  isActive,
  needsRecentLogin,
  parseTimeString,
  tokenLifetimeError,
  type AuthToken as AuthTokenResponse,
  type authTokenCalls,
} from '@portal/contract';
import type { AuthToken } from '../../generated/prisma/client.ts';
import type { DbContext } from '../../platform/db/transaction.ts';
import { apiError, invalidField } from '../../platform/errors/api-error.ts';
import { newId } from '../../platform/lib/ids.ts';
import { toIsoTimestamp } from '../../platform/lib/iso-timestamp.ts';
import { authTokenForUpdate } from '../../request/account/row-locks.ts';
import { changesBetween } from '../../request/audit/changes-between.ts';
import { personalTo } from '../../request/audit/personal-values.ts';
import type { AuditEventFields } from '../../request/audit/write-entries.ts';
import { requireRecentLogin } from '../../request/auth/require-recent-login.ts';
import { paginateIfRequested } from '../../request/call/pagination.ts';
import type { Handlers, MemberContext } from '../../request/call/types.ts';
import { sessionOf } from '../../request/stages/authorize.ts';
import { enqueueAccountEmail, enqueueAccountEmailClause } from '../emails/enqueue-account-email.ts';

const tokenNoLongerActive =
  'This request succeeded earlier, but its token has been revoked or has expired. Send a new request.';

export const authTokenHandlers: Handlers<typeof authTokenCalls> = {
  async listAuthTokens({ query }, context) {
    const { workspaceId } = context.membership;
    const tokens = await paginateIfRequested<AuthToken>(
      query,
      ({ id }) => id,
      context,
      (limit) => listWorkspaceTokens(workspaceId, query.after, limit, context),
    );
    return { authTokens: tokens.map(toAuthToken), longestDays: context.services.settings.API_TOKEN_MAX_DAYS };
  },

  createAuthToken: {
    async execute({ body: { name, expiration } }, context) {
      const { actor, membership, db, services } = context;
      const { workspaceId } = membership;
      const expiresAt = expiryOf(expiration, actor.now, services.settings.API_TOKEN_MAX_DAYS);
      checkRecentLogin({ createdAt: actor.now, expiresAt }, context);
      const creatorUserId = actor.user.id;
      const newToken = { id: newId(), name, workspaceId, creatorUserId, createdAt: actor.now, expiresAt };
      const token = { ...newToken, revokedAt: null, lastUsedAt: null };
      recordTokenAction(token, { name: ofCreator(token), expiresAt: expiresAt.toISOString() }, context);
      await insertTokenAndEnqueueEmail(newToken, sessionOf(actor).id, db);
      return withSecret(toAuthToken(token), context);
    },
    replay: {
      store: ({ authToken }) => ({ tokenId: authToken.id }),
      async respond({ tokenId = '' }, context) {
        const token = await findToken(tokenId, context);
        if (!isActive(toAuthToken(token), context.actor.now))
          throw apiError('SecretNoLongerAvailable', { message: tokenNoLongerActive });
        checkRecentLogin(token, context);
        recordTokenAction(token, { name: ofCreator(token), replayed: true }, context);
        return withSecret(toAuthToken(token), context);
      },
    },
  },

  async getAuthToken({ params }, context) {
    return { authToken: toAuthToken(await findToken(params.tokenId, context)) };
  },

  async renameAuthToken({ params, body: { name } }, context) {
    const token = await changeableTokenForUpdate(params.tokenId, context);
    const { name: change } = changesBetween(token, { name });
    if (change) recordTokenAction(token, { name: personalTo(token.creatorUserId, change) }, context);
    else context.audit.skip();
    return { authToken: toAuthToken(await context.db.authToken.update({ where: { id: token.id }, data: { name } })) };
  },

  // Tokens that lose their access, for example when a member leaves, are revoked in revoke-tokens.ts.
  async revokeAuthToken({ params }, context) {
    const token = await changeableTokenForUpdate(params.tokenId, context);
    if (token.revokedAt) {
      context.audit.skip();
      return { authToken: toAuthToken(token) };
    }
    recordTokenAction(token, { name: ofCreator(token) }, context);
    const actorId = context.actor.user.id;
    if (token.creatorUserId !== actorId)
      await enqueueAccountEmail('tokenRevoked', token.creatorUserId, { tokenId: token.id, actorId }, context.db);
    const revoked = await context.db.authToken.update({
      where: { id: token.id },
      data: { revokedAt: context.actor.now },
    });
    return { authToken: toAuthToken(revoked) };
  },
};

type NewToken = Pick<AuthToken, 'id' | 'name' | 'workspaceId' | 'creatorUserId' | 'createdAt' | 'expiresAt'>;
type ListedToken = NewToken & Pick<AuthToken, 'revokedAt' | 'lastUsedAt'>;

/** Adds the secret of a token, which is signed for each response and never stored. */
async function withSecret(authToken: AuthTokenResponse, { actor, membership, services }: MemberContext) {
  const claims = {
    kind: 'api',
    id: authToken.id,
    userId: actor.user.id,
    workspaceId: membership.workspaceId,
  } as const;
  return { authToken, token: await services.tokens.sign(claims, new Date(authToken.expiresAt ?? 0)) };
}

/** One statement, because every statement of a change is a round trip. */
async function insertTokenAndEnqueueEmail(token: NewToken, sessionId: string, db: MemberContext['db']): Promise<void> {
  const { id, name, workspaceId, creatorUserId, createdAt, expiresAt } = token;
  await db.$executeRaw`
    /* create-auth-token */
    WITH token AS (
      INSERT INTO auth_tokens (id, workspace_id, creator_user_id, name, created_at, expires_at, session_id)
      VALUES (${id}, ${workspaceId}, ${creatorUserId}, ${name}, ${createdAt}, ${expiresAt}, ${sessionId})),
    ${enqueueAccountEmailClause('tokenCreated', creatorUserId, { tokenId: id })}`;
}

const ofCreator = ({ name, creatorUserId }: NewToken) => personalTo(creatorUserId, name);

/** Records which token an action affected, and whose. Never its secret. */
function recordTokenAction(
  { id, creatorUserId }: Pick<AuthToken, 'id' | 'creatorUserId'>,
  details: AuditEventFields['details'],
  { actor, audit }: MemberContext,
): void {
  const subject = creatorUserId === actor.user.id ? {} : { subjectUserId: creatorUserId };
  audit.record({ ...subject, details: { tokenId: id, ...details } });
}

function expiryOf(expiration: string, now: Date, maxDays: number): Date {
  const lifetimeMs = parseTimeString(expiration) ?? 0;
  const error = tokenLifetimeError(lifetimeMs, maxDays);
  if (error !== null) throw invalidField('body.expiration', error);
  return new Date(now.getTime() + lifetimeMs);
}

/** A token that outlives the session for long needs a recent login, each time that its secret is returned. */
function checkRecentLogin(
  { createdAt, expiresAt }: Pick<AuthToken, 'createdAt' | 'expiresAt'>,
  { actor, services }: MemberContext,
): void {
  if (needsRecentLogin(expiresAt.getTime() - createdAt.getTime()))
    requireRecentLogin(actor, 'STEP_UP_MAX_AGE_MINUTES', services.settings);
}

async function findToken(tokenId: string, context: MemberContext): Promise<AuthToken> {
  const token = await findWorkspaceToken(context.membership.workspaceId, tokenId, context);
  if (!token) throw apiError('AuthTokenNotFound');
  return token;
}

/** Locks a token until the transaction ends and returns it. Throws unless the member may change it. */
async function changeableTokenForUpdate(tokenId: string, context: MemberContext): Promise<AuthToken> {
  const { actor, membership, db } = context;
  await authTokenForUpdate(tokenId, db);
  const token = await findToken(tokenId, context);
  if (!canChangeAuthToken(token, { userId: actor.user.id, role: membership.role })) throw apiError('NotAllowed');
  return token;
}

function toAuthToken(token: ListedToken): AuthTokenResponse {
  return {
    id: token.id,
    name: token.name,
    creatorUserId: token.creatorUserId,
    createdAt: token.createdAt.toISOString(),
    expiresAt: token.expiresAt.toISOString(),
    revokedAt: toIsoTimestamp(token.revokedAt),
    lastUsedAt: toIsoTimestamp(token.lastUsedAt),
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
    SELECT id, workspace_id AS "workspaceId", creator_user_id AS "creatorUserId", name, created_at AS "createdAt",
      expires_at AS "expiresAt", revoked_at AS "revokedAt", last_used_at AS "lastUsedAt"
    FROM auth_tokens WHERE workspace_id = ${workspaceId} AND id < ${after ?? maxId}
    ORDER BY id DESC LIMIT ${limit}::int`;
}

/** Returns an API token of a workspace; null if the workspace has none with this id. */
export const findWorkspaceToken = (workspaceId: string, id: string, { db }: DbContext): Promise<AuthToken | null> =>
  db.authToken.findUnique({ where: { id, workspaceId } });
