import { isOwnAccount, type User } from '@portal/contract';
import { useUser } from '../../api/session.api.ts';

/** How the ids of a connection begin, by one of them: `samlp|acme|` of `samlp|acme|ada`. */
const connectionsOf = (auth0Id: string | null): string[] =>
  auth0Id?.includes('|') ? [auth0Id.slice(0, auth0Id.lastIndexOf('|') + 1)] : [];

/**
 * Whether an account is one of the user's own, as far as the portal can tell: of the staff connections it knows the one
 * that the user logged in with. The API knows all of them, and refuses what the portal offers too much.
 */
export function useIsOwnAccount(): (account: Pick<User, 'id' | 'auth0Id' | 'email' | 'emailVerified'>) => boolean {
  const self = useUser();
  return (account) => isOwnAccount(account, self, connectionsOf(self.auth0Id));
}
