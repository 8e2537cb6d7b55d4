import { objectionHours } from '@portal/contract';
import type { Settings } from '../../../platform/config/settings.ts';
import { databaseNow } from '../../../platform/db/clock.ts';
import type { OwnershipReassignment, OwnershipReassignmentOutcome, Prisma } from '../../../generated/prisma/client.ts';
import { addJob } from '../../../platform/queue/queue.ts';

/** Closes a pending change of the owner. Returns false if it was closed meanwhile. */
export async function closeReassignment(
  id: string,
  outcome: OwnershipReassignmentOutcome,
  db: Prisma.TransactionClient,
): Promise<boolean> {
  const { count } = await db.ownershipReassignment.updateMany({
    where: { id, closedAt: null },
    data: { closedAt: await databaseNow(db), outcome },
  });
  return count === 1;
}

/** The link with which the owner objects to a change of the owner. */
export const objectionUrl = (token: string, { AUTH_API_URL }: Pick<Settings, 'AUTH_API_URL'>): string =>
  `${AUTH_API_URL}/ownership/objection?token=${encodeURIComponent(token)}`;

/** Whether a change of the owner waits for the confirmation of another member of staff. */
export const needsConfirmation = ({
  confirmationNeededAt,
  confirmedById,
}: Pick<OwnershipReassignment, 'confirmationNeededAt' | 'confirmedById'>): boolean =>
  confirmationNeededAt !== null && confirmedById === null;

/** Notes that the owner cannot be notified. The change does not take effect before another member of staff has confirmed it. */
export async function requireConfirmation(id: string, db: Prisma.TransactionClient): Promise<void> {
  await db.ownershipReassignment.updateMany({
    where: { id, closedAt: null, notifiedAt: null, confirmedById: null },
    data: { confirmationNeededAt: await databaseNow(db), effectiveAt: null },
  });
}

/**
 * Stops a change that was about to take effect, because the member of staff who requested or confirmed it is no longer staff. It takes
 * effect after another member of staff has confirmed it and the owner has had time to object again.
 */
export async function requireAnotherConfirmation(id: string, db: Prisma.TransactionClient): Promise<void> {
  await db.ownershipReassignment.updateMany({
    where: { id, closedAt: null },
    data: { confirmationNeededAt: await databaseNow(db), confirmedById: null, effectiveAt: null },
  });
}

/**
 * Starts the time in which the owner can object and schedules the change for its end, because the owner was notified, or another member of
 * staff has confirmed the change. Returns false if the time has started or the change was closed meanwhile.
 */
export async function startObjectionPeriod(
  id: string,
  cause: 'ownerNotified' | { readonly confirmedById: string },
  db: Prisma.TransactionClient,
): Promise<boolean> {
  const now = await databaseNow(db);
  const { count } = await db.ownershipReassignment.updateMany({
    where: { id, effectiveAt: null, closedAt: null },
    data: {
      effectiveAt: new Date(now.getTime() + objectionHours * 3_600_000),
      ...(cause === 'ownerNotified' ? { notifiedAt: now } : cause),
    },
  });
  if (count === 0) return false;
  await addJob(
    db,
    'completeReassignment',
    { reassignmentId: id },
    { key: `reassignment:${id}`, delaySeconds: objectionHours * 3_600 },
  );
  return true;
}

/** The pending change of the owner of a workspace. */
export const findPendingReassignment = (
  workspaceId: string,
  db: Prisma.TransactionClient,
): Promise<OwnershipReassignment | null> =>
  db.ownershipReassignment.findFirst({ where: { workspaceId, closedAt: null } });
