import type { OwnershipReassignment } from '@portal/contract';
import { listStaffMembers } from '../admin/staff-members.ts';
import type { Prisma, User } from '../generated/prisma/client.ts';

/** Returns a change of the owner as staff see it. */
export async function getReassignment(id: string, db: Prisma.TransactionClient): Promise<OwnershipReassignment> {
  const { from, to, reason, requestedById, createdAt, notifiedAt, effectiveAt } =
    await db.ownershipReassignment.findUniqueOrThrow({ where: { id }, include: { from: true, to: true } });
  const [requestedBy = null] = await listStaffMembers([requestedById], db);
  return {
    id,
    from: toMemberName(from),
    to: toMemberName(to),
    requestedBy,
    reason,
    createdAt: createdAt.toISOString(),
    isOwnerNotified: notifiedAt !== null,
    effectiveAt: effectiveAt?.toISOString() ?? null,
  };
}

const toMemberName = ({ id, email, nickname }: User) => ({ userId: id, email, nickname });
