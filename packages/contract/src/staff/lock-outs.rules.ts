/** Why a lock can't end by itself at a moment, or null if it can. What a repeat says was judged when it was first said. */
export const lockOutEndProblem = (until: string, now: Date): string | null =>
  Date.parse(until) > now.getTime() ? null : 'Choose a moment in the future';

/** What is said to whoever would lock themself out. Source: decision 10. */
export const ownLockOutProblem = 'You can’t quarantine or suspend yourself.';

interface Account {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
}

/** Whether an account is one's own: the same one, or another that has the same address, verified. Source: decision 10. */
export const isOwnAccount = ({ id, email, emailVerified }: Account, self: Omit<Account, 'emailVerified'>): boolean =>
  id === self.id || (emailVerified && email === self.email);
