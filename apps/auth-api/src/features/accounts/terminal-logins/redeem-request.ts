import type { TerminalRequest } from '../../../generated/prisma/client.ts';
import { databaseNow } from '../../../platform/db/clock.ts';
import type { DbContext } from '../../../platform/db/transaction.ts';
import { apiError } from '../../../platform/errors/api-error.ts';
import { isLocked } from '../../../request/account/account-lock.ts';
import { sessionForUpdate, userForUpdate } from '../../../request/account/row-locks.ts';
import type { AuditEvent } from '../../../request/audit/write-entries.ts';
import { successorOf, type RefreshToken } from '../../../request/auth/refresh-tokens.ts';
import { createSecret, hashSecret } from '../../../request/auth/secrets.ts';
import { terminalLimits } from '../../../request/auth/session-expiry.ts';
import { enqueueAccountEmail } from '../../emails/enqueue-account-email.ts';

type Client = Pick<AuditEvent['request'], 'ip' | 'userAgent'>;

/**
 * Makes an approved request a terminal login, once. Returns its first refresh token, which is derived from the code of the request, and its
 * user; null if the request was redeemed before. Throws `InvalidGrant` if what approved it has ended.
 */
export async function redeemRequest(
  request: TerminalRequest,
  code: string,
  client: Client,
  { db }: DbContext,
): Promise<{ readonly refreshToken: RefreshToken; readonly userId: string } | null> {
  const userId = await approverForUpdate(request, { db });
  const { count } = await db.terminalRequest.updateMany({
    where: { id: request.id, redeemedAt: null },
    data: { redeemedAt: await databaseNow(db) },
  });
  if (count === 0) return null;
  const { id, clientId, host, scopes, workspaceIds } = request;
  await insertSession({ id, userId }, client, { db });
  const login = await db.terminalLogin.create({
    data: { sessionId: id, clientId, host, scopes, workspaceIds, secretHash: hashSecret(createSecret()) },
  });
  const secret = successorOf(code, login);
  await db.terminalLogin.update({ where: { sessionId: id }, data: { secretHash: hashSecret(secret) } });
  await enqueueAccountEmail('terminalLogin', userId, { sessionId: id, clientId }, db);
  return { refreshToken: { sessionId: id, generation: 0, secret }, userId };
}

/** Locks the user and the session that approved the request. Throws `InvalidGrant` if one of them has ended. */
async function approverForUpdate({ sessionId }: TerminalRequest, { db }: DbContext): Promise<string> {
  const approver = await db.session.findUnique({ where: { id: sessionId ?? '' }, select: { id: true, userId: true } });
  const user = approver && (await userForUpdate(approver.userId, 'SHARE', db));
  if (!approver || !user || isLocked(user, await databaseNow(db))) throw apiError('InvalidGrant');
  if (!(await sessionForUpdate(approver.id, db))) throw apiError('InvalidGrant');
  return user.id;
}

/** No cookie leads to the session: its hash is that of a secret that is thrown away. */
async function insertSession(
  { id, userId }: { readonly id: string; readonly userId: string },
  { ip, userAgent }: Client,
  { db }: DbContext,
): Promise<void> {
  const now = await databaseNow(db);
  await db.session.create({
    data: {
      id,
      idHash: hashSecret(createSecret()),
      userId,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + terminalLimits.maxSeconds * 1_000),
      isTerminal: true,
      ip,
      userAgent,
    },
  });
}
