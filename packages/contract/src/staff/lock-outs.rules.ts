/** Why a lock can't end by itself at a moment, or null if it can. What a repeat says was judged when it was first said. */
export const lockOutEndProblem = (until: string, now: Date): string | null =>
  Date.parse(until) > now.getTime() ? null : 'Choose a moment in the future';

/** What is said to whoever would lock themself out. Source: decision 10. */
export const ownLockOutProblem = 'You can’t quarantine or suspend yourself.';
