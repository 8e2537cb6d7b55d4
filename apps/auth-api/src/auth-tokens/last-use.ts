import type { Services } from '../services.ts';

const recordEveryMs = 5 * 60_000;

/** Records the use of an API token, to within five minutes, beside the request that used it. */
export function touchApiToken(id: string, lastUsedAt: Date | null, now: Date, { db, log }: Services): void {
  const due = new Date(now.getTime() - recordEveryMs);
  if (lastUsedAt && lastUsedAt > due) return;
  db.authToken
    .updateMany({
      where: { id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lte: due } }] },
      data: { lastUsedAt: now },
    })
    .catch((error: unknown) => log.warn({ err: error }, 'the use of a token could not be recorded'));
}
