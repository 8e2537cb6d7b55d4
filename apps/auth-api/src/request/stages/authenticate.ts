import type { WorkspaceRole } from '@portal/contract';
import type { Request } from 'express';
import type { User } from '../../generated/prisma/client.ts';
import type { DbContext } from '../../platform/db/transaction.ts';
import { apiError } from '../../platform/errors/api-error.ts';
import {
  actorBySessionQuery,
  actorInWorkspaceBySessionQuery,
  lockedActorQuery,
  lockedMemberQuery,
} from '../account/actor.queries.ts';
import type { Actor, UserActor } from '../account/actor.ts';
import { toTokenPolicy, type PolicyColumns } from '../account/token-policy.ts';
import { hasStaffEmail } from '../account/staff-identity.ts';
import { hashSecret } from '../auth/secrets.ts';
import { readSessionCookie } from '../auth/session-cookie.ts';
import { isSessionExpired } from '../auth/session-expiry.ts';
import { contextOf } from '../call/request-context.ts';
import type { Services } from '../call/services.ts';
import type { CallRequest } from '../call/types.ts';
import {
  apiTokenActorForUpdate,
  authenticateByToken,
  recordTokenUse,
  terminalActorForUpdate,
} from './authenticate-token.ts';
import { claimKeyQuery } from './idempotency-keys.ts';
import { toPersonalKey, type ActorLock, type LockedActor, type PersonalKeyColumns } from './locked-actor.ts';
import { recordSessionUse } from './sessions.ts';

type UserRow = User &
  PolicyColumns & {
    now: Date;
    deletionDueAt: Date | null;
    workspaceId: string | null;
    role: WorkspaceRole | null;
  };
type SessionTimes = { startedAt: Date; lastSeenAt: Date; isStaff: boolean };
type SessionRow = UserRow & SessionTimes & { sessionId: string; loggedInAt: Date | null; verifiedEmail: string | null };
type LockedRow = SessionRow & PersonalKeyColumns & { isFirst?: boolean };

/**
 * Authenticates a request by its bearer token, or else by its session cookie. Returns null without either. Throws
 * `InvalidToken` for an invalid token. One query reads the credential, who it belongs to, and the membership in `workspaceId`.
 */
export function authenticate(
  { req, res, services }: Pick<CallRequest, 'req' | 'res' | 'services'>,
  workspaceId: string | null,
): Promise<Actor | null> {
  const header = req.get('authorization');
  if (header !== undefined) return authenticateByToken(header, contextOf(res).request.ip, services);
  return authenticateBySession(req, workspaceId, services);
}

/** Authenticates by the session cookie alone. */
export async function authenticateBySession(
  req: Request,
  workspaceId: string | null,
  services: Services,
): Promise<UserActor | null> {
  const secret = readSessionCookie(req, services.settings);
  if (secret === null) return null;
  const idHash = hashSecret(secret);
  const idleSeconds = services.settings.SESSION_IDLE_HOURS * 3600;
  const [row] = await services.db.$queryRaw<SessionRow[]>(
    workspaceId === null
      ? actorBySessionQuery(idHash, idleSeconds)
      : actorInWorkspaceBySessionQuery(idHash, idleSeconds, workspaceId),
  );
  return row ? toActor(row, idHash, services) : null;
}

/** Records the use of a session or an API token. Does not delay the request. Once for each request, however often it is authenticated. */
export function recordUse({ credential, now }: Actor, { res, services }: Pick<CallRequest, 'res' | 'services'>): void {
  const { request } = contextOf(res);
  if (credential.kind === 'session') recordSessionUse(credential, now, request, services);
  if (credential.kind === 'api') recordTokenUse(credential, now, request, services);
}

/**
 * Locks the rows that give an actor its rights and reads them again, so that these rights last until the transaction ends. Locks rows that
 * the handler changes for the change, and the others for reading.
 */
export async function actorForUpdate(
  { credential, user, serviceAccount }: Actor,
  { workspaceId, changes, key }: ActorLock,
  { db }: DbContext,
  services: Services,
): Promise<LockedActor> {
  if (credential.kind === 'instance') throw apiError('TokenNotAllowed');
  if (credential.kind === 'api')
    return apiTokenActorForUpdate({ credential, user, serviceAccount }, { changes, key }, { db });
  if (credential.kind === 'terminal') {
    if (!user) throw apiError('InvalidToken');
    return terminalActorForUpdate({ credential, user }, { changes, key }, { db }, services);
  }
  const { idHash } = credential;
  const idleSeconds = services.settings.SESSION_IDLE_HOURS * 3600;
  const query =
    workspaceId === null
      ? lockedActorQuery(idHash, idleSeconds, changes)
      : lockedMemberQuery(idHash, idleSeconds, workspaceId, changes);
  // The comment is not the name of a prepared statement, because the text depends on `changes`.
  const [locked] = await db.$queryRaw<LockedRow[]>`/* lock rights */ ${key ? claimKeyQuery(query, key) : query}`;
  if (locked) {
    const { personalKeyId, personalKey, isFirst = false, ...row } = locked;
    const actor = row.id === user?.id ? toActor(row, idHash, services) : null;
    return { actor: actor && { ...actor, personalKey: toPersonalKey({ personalKeyId, personalKey }) }, isFirst };
  }
  if (workspaceId === null) return { actor: null, isFirst: false };
  // The session or the membership has ended. The user's rights say which.
  const [row] = await db.$queryRaw<SessionRow[]>(actorBySessionQuery(idHash, idleSeconds));
  return { actor: row && row.id === user?.id ? toActor(row, idHash, services) : null, isFirst: false };
}

/** Null if the session has reached one of its limits. */
function toActor(row: SessionRow, idHash: string, { settings }: Services): UserActor | null {
  const { sessionId: id, startedAt, lastSeenAt, loggedInAt, verifiedEmail, workspaceId, role, now } = row;
  if (isSessionExpired(row, settings, now)) return null;
  const isStaff = row.isStaff && hasStaffEmail(row, settings);
  return {
    user: row,
    serviceAccount: null,
    credential: { kind: 'session', id, idHash, startedAt, lastSeenAt, loggedInAt, isStaff, verifiedEmail },
    membership: workspaceId && role ? { workspaceId, role, tokenPolicy: toTokenPolicy(row) } : null,
    deletionDueAt: row.deletionDueAt,
    now,
    personalKey: null,
  };
}
