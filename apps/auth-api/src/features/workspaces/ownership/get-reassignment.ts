import type { EndedReassignment, OwnershipReassignment, PendingReassignment } from '@portal/contract';
import { listStaffMembers } from './staff-members.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { toMemberName } from './offers.ts';
import { needsConfirmation } from './reassignments.ts';

/** Returns a change of the owner as staff see it. */
export async function getReassignment(id: string, db: Prisma.TransactionClient): Promise<OwnershipReassignment> {
  const reassignment = await db.ownershipReassignment.findUniqueOrThrow({
    where: { id },
    include: { from: true, to: true },
  });
  const { from, to, reason, requestedById, confirmedById, createdAt, notifiedAt, effectiveAt } = reassignment;
  const staff = await listStaffMembers([requestedById, confirmedById], db);
  const memberOf = (userId: string | null) => staff.find((member) => member.userId === userId) ?? null;
  return {
    id,
    from: toMemberName(from),
    to: toMemberName(to),
    requestedBy: memberOf(requestedById),
    reason,
    createdAt: createdAt.toISOString(),
    isOwnerNotified: notifiedAt !== null,
    needsConfirmation: needsConfirmation(reassignment),
    confirmedBy: memberOf(confirmedById),
    effectiveAt: effectiveAt?.toISOString() ?? null,
  };
}

/** Returns the pending change of the owner as the owner sees it. */
export async function getReassignmentForOwner(
  { workspaceId, ownerId }: { readonly workspaceId: string; readonly ownerId: string },
  db: Prisma.TransactionClient,
): Promise<PendingReassignment | null> {
  const pending = await db.ownershipReassignment.findFirst({
    where: { workspaceId, fromUserId: ownerId, closedAt: null },
    include: { to: true },
  });
  if (!pending) return null;
  const { to, reason, notifiedAt, effectiveAt } = pending;
  return {
    to: toMemberName(to),
    reason,
    isOwnerNotified: notifiedAt !== null,
    needsConfirmation: needsConfirmation(pending),
    effectiveAt: effectiveAt?.toISOString() ?? null,
  };
}

/** Returns the latest change of the owner by staff that ended. */
export async function getEndedReassignment(
  workspaceId: string,
  db: Prisma.TransactionClient,
): Promise<EndedReassignment | null> {
  const ended = await db.ownershipReassignment.findFirst({
    where: { workspaceId, closedAt: { not: null } },
    orderBy: { closedAt: 'desc' },
    include: { from: true, to: true },
  });
  if (!ended?.closedAt || !ended.outcome) return null;
  const { from, to, reason, outcome, closedAt } = ended;
  return { from: toMemberName(from), to: toMemberName(to), reason, outcome, endedAt: closedAt.toISOString() };
}
