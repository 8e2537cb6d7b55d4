import type { AuditEvent } from './write-entries.ts';

/**
 * The actor of an audit entry of a job: the user who requested what it does. Nobody is authenticated then, and there is no request:
 * its id is that of what the job completes, or of the entry itself.
 */
export const byJob = (
  actorUserId: string,
  requestId: string | null = null,
): Pick<AuditEvent, 'actorUserId' | 'credential' | 'request'> => ({
  actorUserId,
  credential: 'job',
  request: { id: requestId, ip: null, userAgent: null },
});
