import {
  isActive,
  lifetimeProblem,
  mayChangeAuthToken,
  parseTimeString,
  type AuthToken as AuthTokenOnTheWire,
  type authTokenCalls,
} from '@portal/contract';
import { changesBetween } from '../audit/changes-between.ts';
import type { ActNotes } from '../audit/record-acts.ts';
import type { AuthToken } from '../generated/prisma/client.ts';
import type { Handlers, MemberContext } from '../http/handlers.ts';
import { invalidField, problem } from '../http/problem.ts';
import { partOfList } from '../http/part-of-list.ts';
import { moment } from '../moment.ts';
import { holdMembership } from '../members/hold-membership.ts';
import { newId } from '../new-id.ts';
import { listAuthTokensOf, readAuthTokenOf } from './read-auth-tokens.ts';

const tokenEnded = 'This request succeeded earlier, but its token has been revoked or has expired. Send a new request.';

export const authTokenHandlers: Handlers<typeof authTokenCalls> = {
  async listAuthTokens({ query }, context) {
    const { workspaceId } = context.membership;
    const tokens = await partOfList<AuthToken>(
      query,
      ({ id }) => id,
      context,
      (most) => listAuthTokensOf(workspaceId, query.after, most, context),
    );
    return { authTokens: tokens.map(present), longestDays: context.services.settings.API_TOKEN_MAX_DAYS };
  },

  createAuthToken: {
    async execute({ body: { name, expiration } }, context) {
      const { actor, membership, db, services } = context;
      const { workspaceId } = membership;
      const expiresAt = endOf(expiration, actor.now, services.settings.API_TOKEN_MAX_DAYS);
      if (!(await holdMembership(workspaceId, actor.user.id, context))) throw problem('WorkspaceNotFound');
      const token = await db.authToken.create({
        data: { id: newId(), name, workspaceId, creatorUserId: actor.user.id, createdAt: actor.now, expiresAt },
      });
      noteToken(token, { name, expiresAt: expiresAt.toISOString() }, context);
      return withSecret(present(token), context);
    },
    replay: {
      store: ({ authToken }) => ({ tokenId: authToken.id }),
      async answer({ tokenId = '' }, context) {
        const token = await find(tokenId, context);
        if (!isActive(present(token), context.actor.now))
          throw problem('SecretNoLongerAvailable', { message: tokenEnded });
        noteToken(token, { name: token.name, replayed: true }, context);
        return withSecret(present(token), context);
      },
    },
  },

  async getAuthToken({ params }, context) {
    return { authToken: present(await find(params.tokenId, context)) };
  },

  async renameAuthToken({ params, body: { name } }, context) {
    const token = await lockOwn(params.tokenId, context);
    const changes = changesBetween(token, { name });
    if (changes['name']) noteToken(token, changes, context);
    else context.noteEach([]);
    return { authToken: present(await context.db.authToken.update({ where: { id: token.id }, data: { name } })) };
  },

  async revokeAuthToken({ params }, context) {
    const token = await lockOwn(params.tokenId, context);
    if (token.revokedAt) {
      context.noteEach([]);
      return { authToken: present(token) };
    }
    noteToken(token, { name: token.name }, context);
    const revoked = { where: { id: token.id }, data: { revokedAt: context.actor.now } };
    return { authToken: present(await context.db.authToken.update(revoked)) };
  },
};

/** A token with its secret, which is signed each time and never stored. */
async function withSecret(authToken: AuthTokenOnTheWire, { actor, membership, services }: MemberContext) {
  const claims = {
    kind: 'api',
    id: authToken.id,
    userId: actor.user.id,
    workspaceId: membership.workspaceId,
  } as const;
  return { authToken, token: await services.tokens.sign(claims, new Date(authToken.expiresAt ?? 0)) };
}

/** Which token it was done to, and thereby to whom; never its secret. */
function noteToken(
  { id, creatorUserId }: Pick<AuthToken, 'id' | 'creatorUserId'>,
  details: ActNotes['details'],
  { actor, note }: MemberContext,
): void {
  const subject = creatorUserId === actor.user.id ? {} : { subjectUserId: creatorUserId };
  note({ ...subject, details: { tokenId: id, ...details } });
}

function endOf(expiration: string, now: Date, maxDays: number): Date {
  const lifetimeMs = parseTimeString(expiration) ?? 0;
  const tooLong = lifetimeProblem(lifetimeMs, maxDays);
  if (tooLong !== null) throw invalidField('body.expiration', tooLong);
  return new Date(now.getTime() + lifetimeMs);
}

async function find(tokenId: string, context: MemberContext): Promise<AuthToken> {
  const token = await readAuthTokenOf(context.membership.workspaceId, tokenId, context);
  if (!token) throw problem('AuthTokenNotFound');
  return token;
}

/** Locks a token for the rest of the transaction and returns it. Fails unless the member may change it. */
async function lockOwn(tokenId: string, context: MemberContext): Promise<AuthToken> {
  const { actor, membership, db } = context;
  await db.$queryRaw`SELECT 1 FROM auth_tokens WHERE id = ${tokenId} FOR NO KEY UPDATE`;
  const token = await find(tokenId, context);
  if (!mayChangeAuthToken(token, { userId: actor.user.id, role: membership.role })) throw problem('NotAllowed');
  return token;
}

function present(token: AuthToken): AuthTokenOnTheWire {
  return {
    id: token.id,
    name: token.name,
    creatorUserId: token.creatorUserId,
    createdAt: token.createdAt.toISOString(),
    expiresAt: token.expiresAt.toISOString(),
    revokedAt: moment(token.revokedAt),
    lastUsedAt: moment(token.lastUsedAt),
  };
}
