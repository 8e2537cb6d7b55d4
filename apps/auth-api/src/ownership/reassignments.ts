import { objectionHours } from '@portal/contract';
import type { Settings } from '../config/settings.ts';
import { databaseNow } from '../db/clock.ts';
import type { OwnershipReassignment, OwnershipReassignmentOutcome, Prisma } from '../generated/prisma/client.ts';
import { addJob } from '../jobs/queue.ts';

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

/** Starts the time in which the owner can object, unless it has started, and schedules the change for its end. */
export async function startObjectionPeriod(
  id: string,
  { isOwnerNotified }: { isOwnerNotified: boolean },
  db: Prisma.TransactionClient,
): Promise<void> {
  const now = await databaseNow(db);
  const { count } = await db.ownershipReassignment.updateMany({
    where: { id, effectiveAt: null, closedAt: null },
    data: {
      effectiveAt: new Date(now.getTime() + objectionHours * 3_600_000),
      notifiedAt: isOwnerNotified ? now : null,
    },
  });
  if (count === 0) return;
  await addJob(
    db,
    'completeReassignment',
    { reassignmentId: id },
    { key: `reassignment:${id}`, delaySeconds: objectionHours * 3_600 },
  );
}

/** The pending change of the owner of a workspace. */
export const findPendingReassignment = (
  workspaceId: string,
  db: Prisma.TransactionClient,
): Promise<OwnershipReassignment | null> =>
  db.ownershipReassignment.findFirst({ where: { workspaceId, closedAt: null } });
