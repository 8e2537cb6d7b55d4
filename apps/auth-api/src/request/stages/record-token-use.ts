import type { AuthToken } from '../../generated/prisma/client.ts';
import type { Services } from '../call/services.ts';
import { recordWorkspaceActivity } from '../account/record-workspace-activity.ts';

const minIntervalMs = 5 * 60_000;

/** Stores when an API token and its workspace were last used, at most every five minutes. The request does not wait for it. */
export function recordTokenUse(
  { id, workspaceId, lastUsedAt }: Pick<AuthToken, 'id' | 'workspaceId' | 'lastUsedAt'>,
  now: Date,
  services: Services,
): void {
  const staleBefore = new Date(now.getTime() - minIntervalMs);
  if (lastUsedAt && lastUsedAt > staleBefore) return;
  services.db.authToken
    .updateMany({
      where: { id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lte: staleBefore } }] },
      data: { lastUsedAt: now },
    })
    .catch((error: unknown) => services.log.warn({ err: error }, 'could not record the use of an API token'));
  recordWorkspaceActivity(workspaceId, now, services);
}
