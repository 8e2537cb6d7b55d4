import { databaseNow } from '../../../platform/db/clock.ts';
import { Prisma, type User } from '../../../generated/prisma/client.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { unexpiredSessions } from '../../../request/auth/session-expiry.ts';
import { hasStaffEmail } from '../../../request/account/staff-identity.ts';
import type { Settings } from '../../../platform/config/settings.ts';

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
  const { id: userId } = user;
  const active = { ...unexpiredSessions(userId, settings, await databaseNow(tx)), isStaff: true };
  const { count: changed } =
    currentIdHash === null
      ? { count: 0 }
      : await tx.session.updateMany({ where: { ...active, idHash: currentIdHash }, data: { isStaff: false } });
  // Expired ones too: they would become active again by the longer limits of ordinary sessions.
  const ended = await endSessions(Prisma.sql`user_id = ${userId} AND is_staff`, tx, settings);
  return changed + ended.active.length;
}

/** The details for the audit entry of the login or refresh that changed the address. */
export const staffRevocationDetails = (revokedSessions: number) =>
  revokedSessions > 0 ? { staffSessionsEnded: revokedSessions } : {};
