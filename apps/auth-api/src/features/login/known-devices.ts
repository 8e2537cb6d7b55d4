import { enqueueAccountEmail } from '../emails/enqueue-account-email.ts';
import type { AuditEvent } from '../../request/audit/write-entries.ts';
import { databaseNow } from '../../platform/db/clock.ts';
import type { DbContext } from '../../platform/db/transaction.ts';
import type { User } from '../../generated/prisma/client.ts';
import { hashSecret } from '../../request/auth/secrets.ts';
import { describeClient } from '../accounts/sessions/describe-client.ts';

/** For each user. The device that was not used for the longest time is deleted. */
const maxKnownDevices = 50;

interface DeviceLogin {
  readonly user: Pick<User, 'id'>;
  /** The secret in the browser's device cookie. */
  readonly deviceSecret: string;
  readonly request: AuditEvent['request'];
}

/**
 * Remembers the browser of a login, and emails the user if it is a new one. The first known browser of a user causes no email:
 * it is the first login, or the first one after all known browsers were forgotten. The caller has locked the user.
 */
export async function recordDevice(
  { user: { id: userId }, deviceSecret, request }: DeviceLogin,
  { db }: DbContext,
): Promise<void> {
  const deviceHash = hashSecret(`${userId}:${deviceSecret}`);
  const now = await databaseNow(db);
  const { count: known } = await db.knownDevice.updateMany({
    where: { userId, deviceHash },
    data: { lastSeenAt: now },
  });
  if (known > 0) return;
  const others = await db.knownDevice.count({ where: { userId } });
  await db.knownDevice.create({ data: { userId, deviceHash, firstSeenAt: now, lastSeenAt: now } });
  if (others === 0) return;
  await enqueueAccountEmail('newDevice', userId, describeClient(request), db);
  if (others < maxKnownDevices) return;
  const oldest = await db.knownDevice.findMany({
    where: { userId },
    orderBy: { lastSeenAt: 'desc' },
    skip: maxKnownDevices,
    select: { deviceHash: true },
  });
  await db.knownDevice.deleteMany({ where: { userId, deviceHash: { in: oldest.map((each) => each.deviceHash) } } });
}
