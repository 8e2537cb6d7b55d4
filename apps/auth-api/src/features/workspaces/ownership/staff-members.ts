import type { StaffMember } from '@portal/contract';
import type { Prisma } from '../../../generated/prisma/client.ts';

/** Returns the staff members with these ids, for "locked by". Null ids and users who no longer exist are left out. */
export async function listStaffMembers(
  ids: readonly (string | null)[],
  db: Prisma.TransactionClient,
): Promise<StaffMember[]> {
  const known = ids.filter((id) => id !== null);
  if (known.length === 0) return [];
  const users = await db.user.findMany({ where: { id: { in: known } }, select: { id: true, email: true } });
  return users.map(({ id, email }) => ({ userId: id, email }));
}
