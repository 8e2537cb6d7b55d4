import { formatTimeCursor, parseTimeCursor, type EndedSessions, type userSessionCalls } from '@portal/contract';
import {
  endReview,
  listTokensToReview,
  requestReviewOfOthers,
  requestReviewOfSessions,
} from '../../credentials/token-review.ts';
import { revokeTokensOfEarlierLogins } from '../../credentials/revoke-tokens.ts';
import { sessionOf } from '../../../request/stages/authorize.ts';
import { requireRecentLogin } from '../../../request/auth/require-recent-login.ts';
import { clientOfTerminal, describeClient } from './describe-client.ts';
import { endSessions, requireNewLogins } from './end-sessions.ts';
import { allSessionLimits } from '../../../request/auth/session-expiry.ts';
import { apiError } from '../../../platform/errors/api-error.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { paginate } from '../../../request/call/pagination.ts';
import type { ActorContext, Handlers, StoredResponse } from '../../../request/call/types.ts';
import {
  activeSessions,
  enteredInstances,
  type ActiveSessionRow,
  type EnteredInstanceRow,
} from './user-sessions.queries.ts';

const defaultPageSize = 50;

type Ended = Pick<Awaited<ReturnType<typeof endSessions>>, 'active' | 'instanceTokens'>;

const withTokensToReview = async <Response extends object>(response: Response, { actor, db }: ActorContext) => ({
  ...response,
  tokensToReview: await listTokensToReview(actor.user.id, db),
});

/** A response lists tokens, so they are read again instead of stored. */
const replay = {
  store: ({ ended: { sessions, instanceTokens } }: EndedSessions) => ({
    sessions: String(sessions),
    instanceTokens: String(instanceTokens),
  }),
  respond: ({ sessions, instanceTokens }: StoredResponse, context: ActorContext) =>
    withTokensToReview({ ended: { sessions: Number(sessions), instanceTokens: Number(instanceTokens) } }, context),
};

export const userSessionHandlers: Handlers<typeof userSessionCalls> = {
  async listSessions({ query: { after, limit = defaultPageSize } }, context) {
    const { actor, db, services } = context;
    const cursor = after === undefined ? null : parseTimeCursor(after);
    const limits = allSessionLimits(services.settings);
    const found = await db.$queryRaw<ActiveSessionRow[]>(activeSessions(actor.user.id, limits, cursor, limit + 1));
    const { rows, next } = paginate(
      found,
      limit,
      ({ startedAt, id }) => formatTimeCursor(startedAt.toISOString(), id),
      context,
    );
    const entered = await db.$queryRaw<EnteredInstanceRow[]>(enteredInstances(rows.map(({ id }) => id)));
    const currentId = sessionOf(actor).id;
    const sessions = rows.map((row) => ({
      id: row.id,
      ...describeClient(row),
      ...terminalFields(row),
      createdAt: row.startedAt.toISOString(),
      lastSeenAt: row.lastSeenAt.toISOString(),
      isCurrent: row.id === currentId,
      instances: entered
        .filter(({ sessionId }) => sessionId === row.id)
        .map(({ workspaceId, displayName }) => ({ workspaceId, displayName })),
    }));
    return withTokensToReview({ sessions, next }, context);
  },

  endSession: {
    locks: { changes: ['user'] },
    async execute({ params: { sessionId } }, context) {
      const { actor, db, services } = context;
      if (sessionId !== sessionOf(actor).id) requireRecentLogin(actor, 'STEP_UP_MAX_AGE_MINUTES', services.settings);
      const { active, instanceTokens } = await endOwn(Prisma.sql`id = ${sessionId}`, context);
      if (active.length === 0) throw apiError('SessionNotFound');
      await requestReviewOfSessions(active, db);
      return respond({ active, instanceTokens }, context);
    },
    replay,
  },

  endOtherSessions: {
    locks: { changes: ['user'] },
    async execute(_input, context) {
      const { actor, db } = context;
      const { id: sessionId, startedAt } = sessionOf(actor);
      const { active, instanceTokens } = await endOwn(Prisma.sql`id <> ${sessionId}`, context);
      // What this session has approved, but no terminal has fetched yet.
      await db.terminalRequest.deleteMany({ where: { sessionId, redeemedAt: null } });
      const ofEarlierLogins = await revokeTokensOfEarlierLogins({ id: sessionId, startedAt }, db);
      await requestReviewOfOthers({ userId: actor.user.id, sessionId, startedAt }, db);
      return respond({ active, instanceTokens: instanceTokens + ofEarlierLogins }, context);
    },
    replay,
  },

  keepToken: {
    locks: { changes: ['user'] },
    async execute({ params: { tokenId } }, context) {
      const { actor, audit, db } = context;
      const { found, wasListed } = await endReview(actor.user.id, tokenId, db);
      if (!found) throw apiError('AuthTokenNotFound');
      if (wasListed) audit.record({ details: { tokenId } });
      else audit.skip();
      return withTokensToReview({}, context);
    },
    replay: { store: () => ({}), respond: (_stored, context) => withTokensToReview({}, context) },
  },
};

function terminalFields(row: ActiveSessionRow) {
  const { clientId, host, scopes, workspaceIds, expiresAt } = row;
  if (clientId === null) return { terminal: null };
  const ids = workspaceIds ?? [];
  return {
    ...clientOfTerminal(row),
    terminal: {
      host,
      scopes: scopes ?? [],
      workspaceIds: ids.length === 0 ? null : ids,
      expiresAt: expiresAt.toISOString(),
    },
  };
}

/**
 * Ends sessions of the user. Also without one, other browsers need a new login: the identity provider may remember the login of a session
 * that expired. The pipeline has locked the user, so if two sessions end each other at the same time, one of them wins: the request of
 * the other is rejected.
 */
async function endOwn(condition: Prisma.Sql, { actor, db, services }: ActorContext): Promise<Ended> {
  const own = Prisma.sql`user_id = ${actor.user.id} AND ${condition}`;
  const ended = await endSessions(own, db, services.settings);
  await requireNewLogins(actor.user.id, db);
  return ended;
}

async function respond({ active, instanceTokens }: Ended, context: ActorContext) {
  const sessionIds = active.map(({ id }) => id);
  context.audit.record({ details: { sessionIds, instanceTokens } });
  return withTokensToReview({ ended: { sessions: sessionIds.length, instanceTokens } }, context);
}
