import type { Services } from '../services.ts';

const minIntervalMs = 5 * 60_000;

/** Stores when an API token was last used, at most every five minutes. The request does not wait for it. */
export function recordTokenUse(id: string, lastUsedAt: Date | null, now: Date, { db, log }: Services): void {
  const staleBefore = new Date(now.getTime() - minIntervalMs);
  if (lastUsedAt && lastUsedAt > staleBefore) return;
  db.authToken
    .updateMany({
      where: { id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lte: staleBefore } }] },
      data: { lastUsedAt: now },
    })
    .catch((error: unknown) => log.warn({ err: error }, 'could not record the use of an API token'));
}
