import type { Prisma, User } from '../generated/prisma/client.ts';
import { hasStaffEmail } from '../http/is-staff.ts';
import type { Settings } from '../settings.ts';

/** Takes the rights of staff from every session of a user whose address is not one of staff now. Only a login gives them. */
export async function endStaffRights(user: User, tx: Prisma.TransactionClient, settings: Settings): Promise<void> {
  if (hasStaffEmail(user, settings)) return;
  await tx.session.updateMany({ where: { userId: user.id, isStaff: true }, data: { isStaff: false } });
}
