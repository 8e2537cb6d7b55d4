import type { TokenResponse } from '@portal/contract';
import { Prisma } from '../../../generated/prisma/client.ts';
import { databaseNow } from '../../../platform/db/clock.ts';
import { inTransaction, type DbContext } from '../../../platform/db/transaction.ts';
import { apiError } from '../../../platform/errors/api-error.ts';
import { isLocked } from '../../../request/account/account-lock.ts';
import { sessionsForUpdate, userForUpdate } from '../../../request/account/row-locks.ts';
import type { AuditEvent } from '../../../request/audit/write-entries.ts';
import { ageOf, parseRefreshToken, successorOf, type RefreshToken } from '../../../request/auth/refresh-tokens.ts';
import { hashSecret } from '../../../request/auth/secrets.ts';
import { isSessionExpired } from '../../../request/auth/session-expiry.ts';
import type { Services } from '../../../request/call/services.ts';
import { accountGrant, grantFor, tokenResponse, type Grant, type UserLogin } from './access-tokens.ts';
import { endCopiedLogin } from './end-copied-login.ts';

interface RefreshGrant {
  readonly clientId: string;
  readonly refreshToken: string;
  /** The workspace of the access token; null for the account. */
  readonly workspaceId: string | null;
  /** Fewer scopes than the login has; null for all. */
  readonly scopes: readonly string[] | null;
}

/** For how long the predecessor of a refresh token gets the same successor: several processes of a client share one. */
const graceMs = 60_000;

interface Refreshed {
  readonly successor: RefreshToken;
  readonly userId: string;
  readonly grant: Grant;
  readonly loginScopes: readonly string[];
}

/**
 * Replaces a refresh token, and returns an access token. A token that was replaced more than a minute ago was copied: its login ends, and
 * the user gets an email.
 */
export async function refreshLogin(
  grant: RefreshGrant,
  client: AuditEvent['request'],
  services: Services,
): Promise<TokenResponse> {
  const given = parseRefreshToken(grant.refreshToken);
  if (!given) throw apiError('InvalidGrant');
  await services.rateLimits.countRefresh(given.sessionId);
  const refreshed = await inTransaction(services, (context) => refresh(given, { ...grant, client }, context, services));
  if (!refreshed) throw apiError('InvalidGrant');
  return tokenResponse(refreshed.successor, refreshed.userId, refreshed.grant, refreshed.loginScopes, services);
}

/** Null if the token does not work. Its login has ended if the token was copied. */
async function refresh(
  given: RefreshToken,
  { clientId, workspaceId, scopes, client }: RefreshGrant & { readonly client: AuditEvent['request'] },
  { db }: DbContext,
  { settings }: Services,
): Promise<Refreshed | null> {
  const found = await loginForUpdate(given.sessionId, { db }, settings);
  if (found?.login.clientId !== clientId) return null;
  const { login, userId } = found;
  const now = await databaseNow(db);
  const age = ageOf(given, login);
  if (age === null) return null;
  const isRepeated = age === 1 && login.replacedAt.getTime() > now.getTime() - graceMs;
  if (age > 0 && !isRepeated) {
    await endCopiedLogin({ userId, sessionId: given.sessionId, clientId }, client, { db }, settings);
    return null;
  }
  const granted = workspaceId === null ? accountGrant : await grantFor(workspaceId, found, now, { db });
  const secret = successorOf(given.secret, login);
  const successor = { sessionId: given.sessionId, generation: given.generation + 1, secret };
  if (!isRepeated) await storeSuccessor(successor, now, client, { db });
  return { successor, userId, grant: narrow(granted, scopes), loginScopes: login.scopes };
}

/** Locks the user, and the session for the change. Null if the login has ended, or if its user is locked out. */
async function loginForUpdate(
  sessionId: string,
  { db }: DbContext,
  settings: Services['settings'],
): Promise<UserLogin | null> {
  const session = await db.session.findUnique({ where: { id: sessionId }, select: { userId: true } });
  const user = session && (await userForUpdate(session.userId, 'SHARE', db));
  const [locked] = await sessionsForUpdate(Prisma.sql`id = ${sessionId}`, db);
  const login = await db.terminalLogin.findUnique({ where: { sessionId } });
  if (!user || !locked || !login) return null;
  if (isLocked(user, locked.now) || isSessionExpired(locked, settings, locked.now)) return null;
  return { login, userId: user.id, startedAt: locked.startedAt };
}

async function storeSuccessor(
  { sessionId, generation, secret }: RefreshToken,
  now: Date,
  { ip }: AuditEvent['request'],
  { db }: DbContext,
): Promise<void> {
  await db.terminalLogin.update({
    where: { sessionId },
    data: { secretHash: hashSecret(secret), generation, replacedAt: now },
  });
  await db.session.update({ where: { id: sessionId }, data: { lastSeenAt: now, ip } });
}

/** Throws `InvalidScope` for a scope that the login or the role does not have. */
function narrow({ workspaceId, scopes }: Grant, wanted: readonly string[] | null): Grant {
  if (wanted !== null && !wanted.every((scope) => scopes.includes(scope))) throw apiError('InvalidScope');
  const narrowed = wanted ?? scopes;
  if (narrowed.length === 0)
    throw apiError('InvalidScope', { message: 'Your role allows nothing of this login here.' });
  return { workspaceId, scopes: narrowed };
}
