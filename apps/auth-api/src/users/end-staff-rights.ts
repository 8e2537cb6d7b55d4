import { databaseNow } from '../database/clock.ts';
import type { Prisma, User } from '../generated/prisma/client.ts';
import { notOver } from '../http/session-limits.ts';
import { hasStaffEmail } from '../http/staff-identity.ts';
import type { Settings } from '../settings.ts';

/**
 * Ends the staff sessions of a user whose address is no longer one of staff; only a login starts new ones. The session of
 * the request that led to it, if any, continues as an ordinary one unless the limits of staff have ended it. Returns how
 * many sessions lost the rights of staff.
 */
export async function endStaffRights(
  user: User,
  currentIdHash: string | null,
  tx: Prisma.TransactionClient,
  settings: Settings,
): Promise<number> {
  if (hasStaffEmail(user, settings)) return 0;
  const active = { ...notOver(user.id, settings, await databaseNow(tx)), isStaff: true };
  const { count: changed } =
    currentIdHash === null
      ? { count: 0 }
      : await tx.session.updateMany({ where: { ...active, idHash: currentIdHash }, data: { isStaff: false } });
  const { count: deleted } = await tx.session.deleteMany({ where: active });
  // What the limits have ended would otherwise be active again by the longer limits of everybody else.
  await tx.session.deleteMany({ where: { userId: user.id, isStaff: true } });
  return changed + deleted;
}

/** What the audit entry of the login or refresh that led to it says. */
export const staffRightsDetails = (staffSessionsEnded: number) =>
  staffSessionsEnded > 0 ? { staffSessionsEnded } : {};
