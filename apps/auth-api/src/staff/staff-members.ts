import type { StaffMember } from '@portal/contract';
import type { Prisma } from '../generated/prisma/client.ts';

/** Who of the staff did something, by the ids that it was noted with; without those who are gone. */
export async function readStaffMembers(
  ids: readonly (string | null)[],
  db: Prisma.TransactionClient,
): Promise<StaffMember[]> {
  const known = ids.filter((id) => id !== null);
  if (known.length === 0) return [];
  const users = await db.user.findMany({ where: { id: { in: known } }, select: { id: true, email: true } });
  return users.map(({ id, email }) => ({ userId: id, email }));
}
