import { usesConnection } from '../session/session.rules.ts';

/**
 * An error message if a lock cannot end at this time; null if it can. `now` is the time of the first request, also for
 * its retries.
 */
export const lockUntilError = (until: string, now: Date): string | null =>
  Date.parse(until) > now.getTime() ? null : 'Choose a time in the future';

/** The error message for staff who would lock their own account. Source: decision 12. */
export const ownAccountLockError = 'You can’t quarantine or suspend yourself.';

interface AccountIdentity {
  readonly id: string;
  /** The id at the identity provider; null before the first login. */
  readonly auth0Id: string | null;
  readonly email: string;
  readonly emailVerified: boolean;
}

/**
 * Whether an account belongs to the staff user: the account itself, or another identity of a staff connection with the same
 * verified email. An identity of any other connection may be a different person who signed up with that email.
 * Source: decision 12.
 */
export const isOwnAccount = (
  { id, auth0Id, email, emailVerified }: AccountIdentity,
  self: Pick<AccountIdentity, 'id' | 'email'>,
  staffConnections: readonly string[],
): boolean => id === self.id || (emailVerified && email === self.email && usesConnection(auth0Id, staffConnections));
