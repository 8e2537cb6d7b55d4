import { dayMs } from '../dates.rules.ts';

/** How long a deleted workspace can be restored, in days. */
export const restoreWindowDays = 30;

/** The end of the restore window of a workspace deleted at this time; null once it has passed. */
export function restoreDeadline(deletedAt: string, now: Date): string | null {
  const end = Date.parse(deletedAt) + restoreWindowDays * dayMs;
  return now.getTime() <= end ? new Date(end).toISOString() : null;
}

/** Whether a workspace deleted at this time can still be restored. */
export const isRestorable = (deletedAt: string, now: Date) => restoreDeadline(deletedAt, now) !== null;
