import { isOwnAccount, type User } from '@portal/contract';
import { useUser } from '../../api/session.api.ts';

/** The prefix that an Auth0 connection gives its IDs: `samlp|acme|` for `samlp|acme|ada`. */
const connectionPrefixes = (auth0Id: string | null): string[] =>
  auth0Id?.includes('|') ? [auth0Id.slice(0, auth0Id.lastIndexOf('|') + 1)] : [];

/**
 * Whether an account belongs to the logged-in user. The portal knows only the staff connection that the user logged in with;
 * the API knows all of them and rejects what the portal allows by mistake.
 */
export function useIsOwnAccount(): (account: Pick<User, 'id' | 'auth0Id' | 'email' | 'emailVerified'>) => boolean {
  const self = useUser();
  return (account) => isOwnAccount(account, self, connectionPrefixes(self.auth0Id));
}
