import type { Logger } from 'pino';
import type { PrismaClient } from '../../generated/prisma/client.ts';

const minIntervalMs = 5 * 60_000;

interface Recorder {
  readonly db: PrismaClient;
  readonly log: Logger;
}

/** Stores that a workspace is in use, at most every five minutes. The request does not wait for it. */
export function recordWorkspaceActivity(workspaceId: string, now: Date, { db, log }: Recorder): void {
  const staleBefore = new Date(now.getTime() - minIntervalMs);
  db.workspace
    .updateMany({
      where: { id: workspaceId, OR: [{ lastActiveAt: null }, { lastActiveAt: { lt: staleBefore } }] },
      data: { lastActiveAt: now },
    })
    .catch((error: unknown) => log.warn({ err: error }, 'could not record the use of a workspace'));
}

/** Stores that the instance of a workspace made a request, at most every five minutes. The request does not wait for it. */
export function recordInstanceContact(workspaceId: string, now: Date, { db, log }: Recorder): void {
  const staleBefore = new Date(now.getTime() - minIntervalMs);
  db.workspace
    .updateMany({
      where: { id: workspaceId, OR: [{ instanceSeenAt: null }, { instanceSeenAt: { lt: staleBefore } }] },
      data: { instanceSeenAt: now },
    })
    .catch((error: unknown) => log.warn({ err: error }, 'could not record a request of an instance'));
}
