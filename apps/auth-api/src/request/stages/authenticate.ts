import type { WorkspaceRole } from '@portal/contract';
import type { Request } from 'express';
import type { User, AuthToken } from '../../generated/prisma/client.ts';
import type { DbContext } from '../../platform/db/transaction.ts';
import { apiError } from '../../platform/errors/api-error.ts';
import { isLocked } from '../account/account-lock.ts';
import {
  actorByApiTokenQuery,
  actorByInstanceTokenQuery,
  actorBySessionQuery,
  actorInWorkspaceBySessionQuery,
  lockedActorQuery,
  lockedMemberQuery,
} from '../account/actor.queries.ts';
import type { Actor, ActorRow } from '../account/actor.ts';
import { recordWorkspaceActivity } from '../account/record-workspace-activity.ts';
import { hasStaffEmail } from '../account/staff-identity.ts';
import { hashSecret } from '../auth/secrets.ts';
import { readSessionCookie } from '../auth/session-cookie.ts';
import { isSessionExpired } from '../auth/session-expiry.ts';
import type { Services } from '../call/services.ts';
import type { IdempotencyKey } from '../call/types.ts';
import { claimKeyQuery } from './idempotency-keys.ts';
import { recordSessionUse } from './sessions.ts';

type UserRow = User & {
  now: Date;
  deletionDueAt: Date | null;
  workspaceId: string | null;
  role: WorkspaceRole | null;
};
type SessionTimes = { startedAt: Date; lastSeenAt: Date; isStaff: boolean };
type SessionRow = UserRow & SessionTimes & { sessionId: string; loggedInAt: Date | null; verifiedEmail: string | null };
type TokenRow = UserRow & { tokenId: string; tokenName: string | null; expiresAt: Date; lastUsedAt: Date | null };
type LockedRow = SessionRow & { personalKeyId: string | null; personalKey: Uint8Array | null; isFirst?: boolean };
/** Only an instance token has the columns of a session. */
type CredentialRow = TokenRow & (SessionTimes | { startedAt?: undefined });

/**
 * Authenticates a request by its bearer token, or else by its session cookie. Returns null without either. Throws
 * `InvalidToken` for an invalid token. One query reads the credential, the user and the membership in `workspaceId`.
 */
export function authenticate(req: Request, workspaceId: string | null, services: Services): Promise<Actor | null> {
  const header = req.get('authorization');
  if (header !== undefined) return authenticateByToken(header, services);
  return authenticateBySession(req, workspaceId, services);
}

/** Authenticates by the session cookie alone. */
export async function authenticateBySession(
  req: Request,
  workspaceId: string | null,
  services: Services,
): Promise<Actor | null> {
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
export function recordUse({ credential, now }: Actor, req: Request, services: Services): void {
  if (credential.kind === 'session') recordSessionUse(credential, now, req, services);
  if (credential.kind === 'api') recordTokenUse(credential, now, services);
}

interface ActorLock {
  readonly workspaceId: string | null;
  readonly changes: readonly ActorRow[];
  /** Claimed in the same statement. */
  readonly key: IdempotencyKey | null;
}

interface LockedActor {
  /** Null if the session has ended. */
  readonly actor: Actor | null;
  /** Whether the request is the first with its key, which it has claimed. */
  readonly isFirst: boolean;
}

/**
 * Locks the rows that give an actor its rights and reads them again, so that these rights last until the transaction ends. Locks rows that
 * the handler changes for the change, and the others for reading.
 */
export async function actorForUpdate(
  { credential, user }: Actor,
  { workspaceId, changes, key }: ActorLock,
  { db }: DbContext,
  services: Services,
): Promise<LockedActor> {
  if (credential.kind !== 'session') throw apiError('TokenNotAllowed');
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
    const actor = row.id === user.id ? toActor(row, idHash, services) : null;
    if (!actor || personalKeyId === null || !personalKey) return { actor, isFirst };
    return { actor: { ...actor, personalKey: { id: personalKeyId, key: personalKey } }, isFirst };
  }
  if (workspaceId === null) return { actor: null, isFirst: false };
  // The session or the membership has ended. The user's rights say which.
  const [row] = await db.$queryRaw<SessionRow[]>(actorBySessionQuery(idHash, idleSeconds));
  return { actor: row?.id === user.id ? toActor(row, idHash, services) : null, isFirst: false };
}

/** Null if the session has reached one of its limits. */
function toActor(row: SessionRow, idHash: string, { settings }: Services): Actor | null {
  const { sessionId: id, startedAt, lastSeenAt, loggedInAt, verifiedEmail, workspaceId, role, now } = row;
  if (isSessionExpired(row, settings, now)) return null;
  const isStaff = row.isStaff && hasStaffEmail(row, settings);
  return {
    user: row,
    credential: { kind: 'session', id, idHash, startedAt, lastSeenAt, loggedInAt, isStaff, verifiedEmail },
    membership: workspaceId && role ? { workspaceId, role } : null,
    deletionDueAt: row.deletionDueAt,
    now,
    personalKey: null,
  };
}

async function authenticateByToken(header: string, services: Services): Promise<Actor> {
  const [, token] = /^Bearer ([\w.-]+)$/i.exec(header) ?? [];
  const claims = token === undefined ? null : await services.tokens.verify(token);
  if (!claims) throw apiError('InvalidToken');
  const query = claims.kind === 'api' ? actorByApiTokenQuery : actorByInstanceTokenQuery;
  const [row] = await services.db.$queryRaw<CredentialRow[]>(query(claims.id));
  if (!row?.workspaceId || !row.role) throw apiError('InvalidToken');
  const { tokenId, tokenName, expiresAt, lastUsedAt, workspaceId, role, now } = row;
  if (row.id !== claims.userId || workspaceId !== claims.workspaceId || isLocked(row, now))
    throw apiError('InvalidToken');
  if (row.startedAt) {
    const { startedAt, lastSeenAt, isStaff } = row;
    if (isSessionExpired({ startedAt, lastSeenAt, isStaff }, services.settings, now)) throw apiError('InvalidToken');
  }
  return {
    user: row,
    credential: { kind: claims.kind, id: tokenId, name: tokenName, workspaceId, expiresAt, lastUsedAt },
    membership: { workspaceId, role },
    deletionDueAt: row.deletionDueAt,
    now,
    personalKey: null,
  };
}

const tokenUseIntervalMs = 5 * 60_000;

/** Stores when an API token and its workspace were last used, at most every five minutes. The request does not wait for it. */
export function recordTokenUse(
  { id, workspaceId, lastUsedAt }: Pick<AuthToken, 'id' | 'workspaceId' | 'lastUsedAt'>,
  now: Date,
  services: Services,
): void {
  const staleBefore = new Date(now.getTime() - tokenUseIntervalMs);
  if (lastUsedAt && lastUsedAt > staleBefore) return;
  services.db.authToken
    .updateMany({
      where: { id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lte: staleBefore } }] },
      data: { lastUsedAt: now },
    })
    .catch((error: unknown) => services.log.warn({ err: error }, 'could not record the use of an API token'));
  recordWorkspaceActivity(workspaceId, now, services);
}
