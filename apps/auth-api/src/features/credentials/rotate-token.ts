import {
  canCreateAuthTokens,
  dayMs,
  isActive,
  overlapMs,
  parseOverlap,
  type InputOf,
  type authTokenCalls,
} from '@portal/contract';
import type { AuthToken } from '../../generated/prisma/client.ts';
import { apiError, invalidField } from '../../platform/errors/api-error.ts';
import { newId } from '../../platform/lib/ids.ts';
import { authTokenForUpdate } from '../../request/account/row-locks.ts';
import type { Actor } from '../../request/account/actor.ts';
import type { MemberContext } from '../../request/call/types.ts';
import { requireTermsForToken } from '../../request/stages/authorize.ts';
import { enqueueAccountEmail } from '../emails/enqueue-account-email.ts';
import {
  checkRecentLogin,
  findToken,
  mayReceiveSecret,
  personalNameOf,
  recordTokenAction,
  toAuthToken,
  withSecret,
} from './auth-tokens.ts';
import { chainEndFrom, longestDays } from './new-token-rules.ts';

const onlyByUser = 'Only a person can replace this token.';

type RotationInput = InputOf<typeof authTokenCalls.rotateAuthToken>;

/**
 * Replaces an API token by another one with the same name, scopes, networks and lifetime. A person can replace their own tokens, the owner
 * also those of service accounts, so that no user gets a secret that acts as another user. A token can replace itself if a person allowed
 * that. The replaced token works until the end of the overlap, but never longer than it would have.
 */
export async function rotateToken({ params, body }: RotationInput, context: MemberContext<Actor>) {
  const { actor, db, services } = context;
  await authTokenForUpdate(params.tokenId, db);
  const token = await findToken(params.tokenId, context);
  checkMayRotate(token, context);
  const overlap = overlapOf(body.overlap, actor);
  const rotator = rotatorOf(actor);
  const lifeMs = token.expiresAt.getTime() - token.createdAt.getTime();
  if (!rotator && actor.now.getTime() < token.createdAt.getTime() + lifeMs / 2) throw apiError('TooEarlyToRotate');
  // That of the first token of the chain. The policy, or the end of the chain, can make a token shorter.
  const lifetimeMs = token.lifetimeSeconds === null ? lifeMs : token.lifetimeSeconds * 1_000;
  const { tokenPolicy } = context.membership;
  const maxMs = longestDays(tokenPolicy, services.settings) * dayMs;
  const chainEnd = chainEndOf(token, context);
  const latestEnd = rotator ? null : chainEnd;
  const expiresAt = new Date(
    Math.min(actor.now.getTime() + Math.min(lifetimeMs, maxMs), latestEnd?.getTime() ?? Infinity),
  );
  const successor = {
    id: newId(),
    workspaceId: token.workspaceId,
    userId: token.userId,
    serviceAccountId: token.serviceAccountId,
    createdById: rotator?.userId ?? token.createdById,
    sessionId: rotator?.sessionId ?? token.sessionId,
    name: token.name,
    scopes: token.scopes,
    networks: token.networks,
    createdAt: actor.now,
    expiresAt,
    lifetimeSeconds: Math.round(lifetimeMs / 1_000),
    rotatesUntil: chainEnd,
  };
  if (rotator) checkRecentLogin(successor, { actor: rotator.actor, services });
  await db.authToken.create({ data: successor });
  const endsAt = new Date(Math.min(token.expiresAt.getTime(), actor.now.getTime() + overlap));
  await db.authToken.update({
    where: { id: token.id },
    data: { replacedById: successor.id, replacedAt: actor.now, expiresAt: endsAt },
  });
  recordTokenAction(
    token,
    { name: personalNameOf(token), replacedById: successor.id, endsAt: endsAt.toISOString() },
    context,
  );
  if (rotator) await enqueueAccountEmail('tokenCreated', rotator.userId, { tokenId: successor.id }, db);
  return withSecret(successor, context);
}

/** Signs the successor again for a retry. */
export async function replayRotation(tokenId: string, context: MemberContext<Actor>) {
  const successor = await findToken(tokenId, context);
  if (!isActive(toAuthToken(successor), context.actor.now)) throw apiError('SecretNoLongerAvailable');
  const rotator = rotatorOf(context.actor);
  if (!rotator && successor.rotatesUntil === null) throw apiError('TokenNotAllowed', { message: onlyByUser });
  if (rotator && !mayReceiveSecret(successor, context)) throw apiError('NotAllowed');
  if (rotator) checkRecentLogin(successor, { actor: rotator.actor, services: context.services });
  recordTokenAction(successor, { name: personalNameOf(successor), replayed: true }, context);
  return withSecret(successor, context);
}

/** The person who replaces a token. Null for a request with the token itself. */
const rotatorOf = (actor: Actor) =>
  actor.user && actor.credential.kind === 'session'
    ? { actor, userId: actor.user.id, sessionId: actor.credential.id }
    : null;

function checkMayRotate(token: AuthToken, { actor, membership, services }: MemberContext<Actor>): void {
  const byItself = actor.credential.kind === 'api';
  if (byItself) requireTermsForToken(actor, services);
  if (byItself && (!token.rotatesUntil || token.rotatesUntil <= actor.now))
    throw apiError('TokenNotAllowed', { message: onlyByUser });
  if (!byItself && !mayReceiveSecret(token, { actor, membership })) throw apiError('NotAllowed');
  if (token.userId !== null && !canCreateAuthTokens(membership.role, membership.tokenPolicy.makers))
    throw apiError('NotAllowed', { message: 'The policy of this workspace does not let you create API tokens.' });
  if (token.replacedAt) throw apiError('TokenAlreadyReplaced');
  if (!isActive(toAuthToken(token), actor.now)) throw apiError('TokenNotActive');
}

/** A request with the token may lose its answer, so its retry must still be accepted for a while. */
function overlapOf(given: string | undefined, { credential }: Actor): number {
  const overlap = given === undefined ? overlapMs.standard : (parseOverlap(given) ?? overlapMs.standard);
  if (credential.kind === 'api' && overlap < overlapMs.shortest)
    throw invalidField('body.overlap', 'A token that replaces itself works on for at least 10 minutes.');
  return overlap;
}

/** Until when the successor can replace itself: a person who replaces it confirms that again. */
function chainEndOf({ rotatesUntil }: AuthToken, { actor, services }: MemberContext<Actor>): Date | null {
  if (rotatesUntil === null || actor.credential.kind === 'api') return rotatesUntil;
  return chainEndFrom(actor.now, services.settings);
}
