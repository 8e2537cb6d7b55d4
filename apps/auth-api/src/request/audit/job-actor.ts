import type { AuditEvent } from './write-entries.ts';

/**
 * The actor of an audit entry that a job writes: the user who requested the action. A job has no login and no request, so `requestId` is
 * the id of what the job completes; null for the id of the entry.
 */
export const jobActor = (
  actorUserId: string,
  requestId: string | null = null,
): Pick<AuditEvent, 'actor' | 'credential' | 'request'> => ({
  actor: { userId: actorUserId },
  credential: 'job',
  request: { id: requestId, ip: null, userAgent: null },
});

/** For what a job does that no one requested. */
export const portalActor: ReturnType<typeof jobActor> = {
  actor: null,
  credential: 'job',
  request: { id: null, ip: null, userAgent: null },
};
