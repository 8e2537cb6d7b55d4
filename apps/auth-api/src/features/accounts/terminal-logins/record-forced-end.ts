import type { DbContext } from '../../../platform/db/transaction.ts';
import { writeAuditEntries, type AuditEvent } from '../../../request/audit/write-entries.ts';

interface EndedLogin {
  readonly userId: string;
  readonly sessionId: string;
  readonly clientId: string;
}

/**
 * Records that a terminal login ended because a code or refresh token of it was used twice. Without the address of the request, which may be
 * that of a thief: it is in the log.
 */
export async function recordForcedEnd(
  { userId, sessionId, clientId }: EndedLogin,
  request: AuditEvent['request'],
  context: DbContext,
): Promise<void> {
  const entry = {
    action: 'issueToken',
    actor: { userId },
    credential: 'terminal' as const,
    credentialId: sessionId,
    details: { sessionId, clientId },
    request: { ...request, ip: null, userAgent: null },
  };
  await writeAuditEntries([entry], context);
}
