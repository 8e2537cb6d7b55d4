import {
  canChangeAuthToken,
  canCreateAuthTokens,
  isActive,
  isApiScope,
  parseTimeString,
  tokenLifetimeError,
  type InputOf,
  type authTokenCalls,
} from '@portal/contract';
import type { AuthToken } from '../../generated/prisma/client.ts';
import { apiError, invalidField } from '../../platform/errors/api-error.ts';
import { newId } from '../../platform/lib/ids.ts';
import { principalIdOf, type Actor } from '../../request/account/actor.ts';
import { authTokenForUpdate } from '../../request/account/row-locks.ts';
import { changesBetween } from '../../request/audit/changes-between.ts';
import { personalTo } from '../../request/audit/personal-values.ts';
import { paginateIfRequested } from '../../request/call/pagination.ts';
import type { Handlers, MemberContext } from '../../request/call/types.ts';
import { sessionOf } from '../../request/stages/authorize.ts';
import { enqueueAccountEmail, enqueueAccountEmailClause } from '../emails/enqueue-account-email.ts';
import {
  checkRecentLogin,
  findToken,
  listWorkspaceTokens,
  mayReceiveSecret,
  personalNameOf,
  principalOfToken,
  recordTokenAction,
  toAuthToken,
  withSecret,
  type NewToken,
  type PrincipalColumns,
} from './auth-tokens.ts';
import { replayRotation, rotateToken } from './rotate-token.ts';
import { serviceAccountForUpdate } from './service-accounts.queries.ts';
import { readTokenActivity } from './token-activity.ts';
import { chainEndFrom, checkedScopes, longestDays } from './new-token-rules.ts';

/** The token may change itself. The workspace, because two tokens that change each other would wait for each other. */
const changesToken = { changes: ['workspace', 'token'] } as const;

type Body = InputOf<typeof authTokenCalls.createAuthToken>['body'];

const tokenNoLongerActive =
  'This request succeeded earlier, but its token has been revoked or has expired. Send a new request.';

export const authTokenHandlers: Handlers<typeof authTokenCalls> = {
  async listAuthTokens({ query }, context) {
    const { workspaceId, tokenPolicy: policy } = context.membership;
    const { settings } = context.services;
    const tokens = await paginateIfRequested<AuthToken>(
      query,
      ({ id }) => id,
      context,
      (limit) => listWorkspaceTokens(workspaceId, query.after, limit, context),
    );
    return {
      authTokens: tokens.map(toAuthToken),
      longestDays: longestDays(policy, settings),
      policy,
      platformScopes: settings.PLATFORM_SCOPES,
    };
  },

  createAuthToken: {
    async execute({ body }, context) {
      const { actor, membership, db, services } = context;
      const { workspaceId, tokenPolicy: policy } = membership;
      const scopes = checkedScopes(body, { role: membership.role, policy, services });
      const expiresAt = expiryOf(body.expiration, actor.now, longestDays(policy, services.settings));
      const principal = await principalOfNewToken(body, context);
      const rotatesUntil = body.canRotateItself ? rotationEndOf(scopes, context) : null;
      const token = {
        id: newId(),
        name: body.name,
        workspaceId,
        ...principal,
        createdById: actor.user.id,
        scopes,
        networks: body.networks ?? [],
        createdAt: actor.now,
        expiresAt,
        rotatesUntil,
      };
      checkRecentLogin(token, context);
      const details = { name: personalNameOf(token), scopes, expiresAt: expiresAt.toISOString() };
      recordTokenAction(token, details, context);
      await insertTokenAndEnqueueEmail(token, { userId: actor.user.id, sessionId: sessionOf(actor).id }, db);
      return withSecret(token, context);
    },
    replay: {
      store: ({ authToken }) => ({ tokenId: authToken.id }),
      async respond({ tokenId = '' }, context) {
        const token = await findToken(tokenId, context);
        if (!isActive(toAuthToken(token), context.actor.now))
          throw apiError('SecretNoLongerAvailable', { message: tokenNoLongerActive });
        if (!mayReceiveSecret(token, context)) throw apiError('NotAllowed');
        checkRecentLogin(token, context);
        recordTokenAction(token, { name: personalNameOf(token), replayed: true }, context);
        return withSecret(token, context);
      },
    },
  },

  async getAuthToken({ params }, context) {
    return { authToken: toAuthToken(await findToken(params.tokenId, context)) };
  },

  renameAuthToken: {
    locks: changesToken,
    async execute({ params, body: { name } }, context) {
      const token = await changeableTokenForUpdate(params.tokenId, context);
      const { name: change } = changesBetween(token, { name });
      if (change) recordTokenAction(token, { name: personalTo(principalOfToken(token), change) }, context);
      else context.audit.skip();
      return { authToken: toAuthToken(await context.db.authToken.update({ where: { id: token.id }, data: { name } })) };
    },
  },

  // Tokens that lose their access, for example when a member leaves, are revoked in revoke-tokens.ts.
  revokeAuthToken: {
    locks: changesToken,
    async execute({ params }, context) {
      const token = await changeableTokenForUpdate(params.tokenId, context);
      if (token.revokedAt) {
        context.audit.skip();
        return { authToken: toAuthToken(token) };
      }
      recordTokenAction(token, { name: personalNameOf(token) }, context);
      const actorId = principalIdOf(context.actor);
      if (token.userId !== null && token.userId !== actorId)
        await enqueueAccountEmail('tokenRevoked', token.userId, { tokenId: token.id, actorId }, context.db);
      const revoked = await context.db.authToken.update({
        where: { id: token.id },
        data: { revokedAt: context.actor.now },
      });
      return { authToken: toAuthToken(revoked) };
    },
  },

  rotateAuthToken: {
    // The token may replace itself.
    locks: { changes: ['token'] },
    execute: rotateToken,
    replay: {
      store: ({ authToken }) => ({ tokenId: authToken.id }),
      respond: ({ tokenId = '' }, context) => replayRotation(tokenId, context),
    },
  },

  getAuthTokenActivity: async ({ params }, context) =>
    readTokenActivity(await findToken(params.tokenId, context), context),

  setTokenPolicy: {
    locks: { changes: ['workspace'] },
    async execute({ body: policy }, { membership: { workspaceId, tokenPolicy }, db, audit }) {
      const changes = changesBetween(tokenPolicy, policy);
      if (Object.keys(changes).length === 0) audit.skip();
      else audit.record({ details: changes });
      await db.workspace.update({
        where: { id: workspaceId },
        data: { tokenMakers: policy.makers, tokenMaxDays: policy.maxDays, tokenWritesAllowed: policy.allowsWrites },
        select: { id: true },
      });
      return { policy };
    },
  },
};

/** Who a new token acts as. Only the owner may let it act as a service account, which no policy forbids them. */
async function principalOfNewToken(
  { serviceAccountId }: Body,
  { actor, membership, db }: MemberContext,
): Promise<PrincipalColumns> {
  if (serviceAccountId === undefined) {
    if (!canCreateAuthTokens(membership.role, membership.tokenPolicy.makers))
      throw apiError('NotAllowed', { message: 'The policy of this workspace does not let you create API tokens.' });
    return { userId: actor.user.id, serviceAccountId: null };
  }
  if (membership.role !== 'OWNER') throw apiError('NotAllowed');
  await serviceAccountForUpdate(serviceAccountId, membership.workspaceId, 'SHARE', db);
  return { userId: null, serviceAccountId };
}

/** One statement, because every statement of a change is a round trip. */
async function insertTokenAndEnqueueEmail(
  token: NewToken & Pick<AuthToken, 'rotatesUntil'>,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  db: MemberContext['db'],
): Promise<void> {
  const {
    id,
    name,
    workspaceId,
    userId: ofUser,
    serviceAccountId,
    createdById,
    scopes,
    networks,
    createdAt,
    expiresAt,
  } = token;
  await db.$executeRaw`
    /* create-auth-token */
    WITH token AS (
      INSERT INTO auth_tokens (id, workspace_id, user_id, service_account_id, created_by_id, name, scopes, networks,
        created_at, expires_at, rotates_until, session_id)
      VALUES (${id}, ${workspaceId}, ${ofUser}, ${serviceAccountId}, ${createdById}, ${name}, ${scopes}::text[], ${networks}::text[],
        ${createdAt}, ${expiresAt}, ${token.rotatesUntil}, ${sessionId})),
    ${enqueueAccountEmailClause('tokenCreated', userId, { tokenId: id })}`;
}

/** Until when a token can replace itself. An instance that gets a token for the platform must not replace it. */
function rotationEndOf(scopes: readonly string[], { actor, services }: MemberContext): Date {
  if (!scopes.some(isApiScope))
    throw invalidField('body.canRotateItself', 'A token without a scope of the account portal cannot replace itself.');
  return chainEndFrom(actor.now, services.settings);
}

function expiryOf(expiration: string, now: Date, maxDays: number): Date {
  const lifetimeMs = parseTimeString(expiration) ?? 0;
  const error = tokenLifetimeError(lifetimeMs, maxDays);
  if (error !== null) throw invalidField('body.expiration', error);
  return new Date(now.getTime() + lifetimeMs);
}

/**
 * Locks a token until the transaction ends and returns it. Throws unless the actor may change it. A service account may change every
 * token, because the owner granted it the scope, and every token itself.
 */
async function changeableTokenForUpdate(tokenId: string, context: MemberContext<Actor>): Promise<AuthToken> {
  const { actor, membership, db } = context;
  await authTokenForUpdate(tokenId, db);
  const token = await findToken(tokenId, context);
  const isAllowed = !actor.user || canChangeAuthToken(token, { userId: actor.user.id, role: membership.role });
  if (!isAllowed) throw apiError('NotAllowed');
  return token;
}
