/** Why a lock can't end by itself at a moment, or null if it can. What a repeat says was judged when it was first said. */
export const lockOutEndProblem = (until: string, now: Date): string | null =>
  Date.parse(until) > now.getTime() ? null : 'Choose a moment in the future';

/** What is said to whoever would lock themself out. Source: decision 10. */
export const ownLockOutProblem = 'You can’t quarantine or suspend yourself.';

interface Account {
  readonly id: string;
  /** The identity provider's id; null before the first login. */
  readonly auth0Id: string | null;
  readonly email: string;
  readonly emailVerified: boolean;
}

/** Whether an identity is of one of these connections, each given by how the ids of its identities begin, such as `waad|`. */
export const isOfConnections = (auth0Id: string | null, connections: readonly string[]): boolean =>
  connections.some((connection) => auth0Id?.startsWith(connection));

/**
 * Whether an account is the own one of a member of staff: the same one, or another identity of a staff connection that
 * has the same address, verified. By any other connection it may be somebody else who signed up with that address. Source:
 * decision 10.
 */
export const isOwnAccount = (
  { id, auth0Id, email, emailVerified }: Account,
  self: Pick<Account, 'id' | 'email'>,
  staffConnections: readonly string[],
): boolean => id === self.id || (emailVerified && email === self.email && isOfConnections(auth0Id, staffConnections));
