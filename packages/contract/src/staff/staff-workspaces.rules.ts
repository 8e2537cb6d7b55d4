/** For so long a deleted workspace can be restored. Source: decision 13. */
export const restoreDays = 30;

/** Whether a workspace that was deleted then can still be restored. */
export const mayBeRestored = (deletedAt: string, now: Date) =>
  now.getTime() - Date.parse(deletedAt) <= restoreDays * 86_400_000;
