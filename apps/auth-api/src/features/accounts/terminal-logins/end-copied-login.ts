import { Prisma } from '../../../generated/prisma/client.ts';
import type { DbContext } from '../../../platform/db/transaction.ts';
import { writeAuditEntries, type AuditEvent } from '../../../request/audit/write-entries.ts';
import type { Services } from '../../../request/call/services.ts';
import { enqueueAccountEmail } from '../../emails/enqueue-account-email.ts';
import { endSessions } from '../sessions/end-sessions.ts';

interface CopiedLogin {
  readonly userId: string;
  readonly sessionId: string;
  readonly clientId: string;
}

/**
 * Ends a terminal login of which a code or refresh token was used twice, and sends its user an email. The caller has locked the user. The
 * audit entry has no address of the request, which may be that of a thief: it is in the log.
 */
export async function endCopiedLogin(
  { userId, sessionId, clientId }: CopiedLogin,
  request: AuditEvent['request'],
  { db }: DbContext,
  settings: Services['settings'],
): Promise<void> {
  const { active } = await endSessions(Prisma.sql`id = ${sessionId}`, db, settings);
  if (active.length === 0) return;
  await enqueueAccountEmail('terminalLoginCopied', userId, { clientId }, db);
  const entry = {
    action: 'issueToken',
    actor: { userId },
    credential: 'terminal' as const,
    credentialId: sessionId,
    details: { sessionId, clientId },
    request: { ...request, ip: null, userAgent: null },
  };
  await writeAuditEntries([entry], { db });
}
