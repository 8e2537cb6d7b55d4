/** For so long a deleted workspace can be restored. Source: decision 13. */
export const restoreDays = 30;

/** Until when a workspace that was deleted then can be restored; null once it is too late. */
export function restoreEnd(deletedAt: string, now: Date): string | null {
  const end = Date.parse(deletedAt) + restoreDays * 86_400_000;
  return now.getTime() <= end ? new Date(end).toISOString() : null;
}

/** Whether a workspace that was deleted then can still be restored. */
export const mayBeRestored = (deletedAt: string, now: Date) => restoreEnd(deletedAt, now) !== null;
