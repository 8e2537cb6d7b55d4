import { inTransaction } from '../../platform/db/transaction.ts';
import { userForUpdate } from '../../request/account/row-locks.ts';
import { writeAuditEntries, type AuditEvent } from '../../request/audit/write-entries.ts';
import { ageOf, type RefreshToken } from '../../request/auth/refresh-tokens.ts';
import type { Services } from '../../request/call/services.ts';

/**
 * Ends the terminal login of a refresh token, as its client does at a logout. Also that of an earlier token, which shows that it was copied.
 * Returns false if we did not issue the token.
 */
export async function endLoginOfRefreshToken(
  token: RefreshToken,
  request: AuditEvent['request'],
  services: Services,
): Promise<boolean> {
  const login = await services.db.terminalLogin.findUnique({ where: { sessionId: token.sessionId } });
  if (!login || ageOf(token, login) === null) return false;
  await endTerminalLogin(token.sessionId, request, services);
  return true;
}

/** Ends a terminal login. Its session has entered no instance. Does nothing if it has ended. */
export async function endTerminalLogin(
  sessionId: string,
  request: AuditEvent['request'],
  services: Pick<Services, 'db'>,
): Promise<void> {
  await inTransaction(services, async ({ db }) => {
    const session = await db.session.findUnique({
      where: { id: sessionId, isTerminal: true },
      select: { userId: true },
    });
    if (!session) return;
    const { userId } = session;
    await userForUpdate(userId, 'SHARE', db);
    const { count } = await db.session.deleteMany({ where: { id: sessionId } });
    if (count === 0) return;
    const entry = {
      action: 'revokeTokenByHolder',
      actor: { userId },
      credential: 'terminal' as const,
      credentialId: sessionId,
      details: { sessionId },
      request: { ...request, ip: null, userAgent: null },
    };
    await writeAuditEntries([entry], { db });
  });
}
