import type { Request } from 'express';
import type { WorkspaceRole } from '@portal/contract';
import type { User } from '../generated/prisma/client.ts';
import { readSessionCookie } from '../session/session-cookie.ts';
import { hashSecret } from '../keys/secrets.ts';
import { touchSession } from '../session/sessions.ts';
import { touchApiToken } from '../auth-tokens/last-use.ts';
import type { Services } from '../services.ts';
import { isLockedOut } from '../users/lock-outs.ts';
import type { Actor } from './actor.ts';
import { actorByApiToken, actorByInstanceToken, actorBySession, actorInWorkspaceBySession } from './actor.sql.ts';
import { problem } from './problem.ts';
import { hasStaffEmail } from './staff-identity.ts';
import { isOver } from './session-limits.ts';

type ActorRow = User & { now: Date; workspaceId: string | null; role: WorkspaceRole | null };
type SessionRow = ActorRow & { beganAt: Date; lastSeenAt: Date; loggedInAt: Date | null; isStaff: boolean };
type TokenRow = ActorRow & { tokenId: string; tokenName: string | null; expiresAt: Date; lastUsedAt: Date | null };

/**
 * Who makes this request, by its bearer token or else by its session cookie; null if by neither.
 * One statement reads credential, person and membership in `workspaceId`. A token that isn't valid is a failure.
 */
export function authenticate(req: Request, workspaceId: string | null, services: Services): Promise<Actor | null> {
  const header = req.get('authorization');
  if (header !== undefined) return byToken(header, services);
  return authenticateBySession(req, workspaceId, services);
}

/** Who the session cookie speaks for, whatever else the request carries. */
export async function authenticateBySession(
  req: Request,
  workspaceId: string | null,
  services: Services,
): Promise<Actor | null> {
  const sessionId = readSessionCookie(req, services.settings);
  if (sessionId === null) return null;
  const idHash = hashSecret(sessionId);
  const idleSeconds = services.settings.SESSION_IDLE_HOURS * 3600;
  const [row] = await services.db.$queryRaw<SessionRow[]>(
    workspaceId === null
      ? actorBySession(idHash, idleSeconds)
      : actorInWorkspaceBySession(idHash, idleSeconds, workspaceId),
  );
  if (!row) return null;
  const { beganAt: startedAt, lastSeenAt, loggedInAt, workspaceId: memberOf, role, now } = row;
  if (isOver(row, services.settings, now)) return null;
  const isStaff = row.isStaff && hasStaffEmail(row, services.settings);
  const actor: Actor = {
    user: row,
    credential: { kind: 'session', idHash, startedAt, lastSeenAt, loggedInAt, isStaff },
    membership: memberOf && role ? { workspaceId: memberOf, role } : null,
    now,
  };
  touchSession(idHash, lastSeenAt, now, services);
  return actor;
}

async function byToken(header: string, services: Services): Promise<Actor> {
  const [, token] = /^Bearer ([\w.-]+)$/i.exec(header) ?? [];
  const claims = token === undefined ? null : await services.tokens.verify(token);
  if (!claims) throw problem('InvalidToken');
  const statement = claims.kind === 'api' ? actorByApiToken : actorByInstanceToken;
  const [row] = await services.db.$queryRaw<TokenRow[]>(statement(claims.id));
  if (!row?.workspaceId || !row.role) throw problem('InvalidToken');
  const { tokenId, tokenName, expiresAt, lastUsedAt, workspaceId, role, now } = row;
  if (row.id !== claims.userId || workspaceId !== claims.workspaceId || isLockedOut(row, now))
    throw problem('InvalidToken');
  if (claims.kind === 'api') touchApiToken(tokenId, lastUsedAt, now, services);
  return {
    user: row,
    credential: { kind: claims.kind, id: tokenId, name: tokenName, workspaceId, expiresAt, lastUsedAt },
    membership: { workspaceId, role },
    now,
  };
}
