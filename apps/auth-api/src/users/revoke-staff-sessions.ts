import { databaseNow } from '../db/clock.ts';
import type { Prisma, User } from '../generated/prisma/client.ts';
import { unexpiredSessions } from '../auth/session/session-expiry.ts';
import { hasStaffEmail } from '../auth/staff-identity.ts';
import type { Settings } from '../config/settings.ts';

/**
 * Revokes the staff sessions of a user whose email address is no longer a staff address; staff rights return only with a login.
 * The session of the current request, if any, continues as an ordinary session unless it has expired by the limits for staff.
 * Returns how many sessions lost their staff rights.
 */
export async function revokeStaffSessions(
  user: User,
  currentIdHash: string | null,
  tx: Prisma.TransactionClient,
  settings: Settings,
): Promise<number> {
  if (hasStaffEmail(user, settings)) return 0;
  const active = { ...unexpiredSessions(user.id, settings, await databaseNow(tx)), isStaff: true };
  const { count: changed } =
    currentIdHash === null
      ? { count: 0 }
      : await tx.session.updateMany({ where: { ...active, idHash: currentIdHash }, data: { isStaff: false } });
  const { count: deleted } = await tx.session.deleteMany({ where: active });
  // Expired staff sessions would become active again by the longer limits of ordinary sessions.
  await tx.session.deleteMany({ where: { userId: user.id, isStaff: true } });
  return changed + deleted;
}

/** The details for the audit entry of the login or refresh that changed the address. */
export const staffRevocationDetails = (revokedSessions: number) =>
  revokedSessions > 0 ? { staffSessionsEnded: revokedSessions } : {};
