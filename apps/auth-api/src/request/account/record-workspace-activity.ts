import type { Logger } from 'pino';
import type { PrismaClient } from '../../generated/prisma/client.ts';

const minIntervalMs = 5 * 60_000;

interface Recorder {
  readonly db: PrismaClient;
  readonly log: Logger;
}

/** Stores that a workspace is in use, at most every five minutes. The request does not wait for it. */
export const recordWorkspaceActivity = (workspaceId: string, now: Date, recorder: Recorder): void =>
  recordTime('lastActiveAt', workspaceId, now, recorder);

/** Stores that the instance of a workspace made a request, at most every five minutes. The request does not wait for it. */
export const recordInstanceContact = (workspaceId: string, now: Date, recorder: Recorder): void =>
  recordTime('instanceSeenAt', workspaceId, now, recorder);

function recordTime(
  column: 'lastActiveAt' | 'instanceSeenAt',
  workspaceId: string,
  now: Date,
  { db, log }: Recorder,
): void {
  const staleBefore = new Date(now.getTime() - minIntervalMs);
  db.workspace
    .updateMany({
      where: { id: workspaceId, OR: [{ [column]: null }, { [column]: { lt: staleBefore } }] },
      data: { [column]: now },
    })
    .catch((error: unknown) => log.warn({ err: error, workspaceId }, `could not record ${column} of a workspace`));
}
