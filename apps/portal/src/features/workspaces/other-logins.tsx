import { displayEmail, loginMethodPhrase } from '@portal/contract';
import { Alert, Button } from '@portal/ui';
import { Link } from 'react-router';
import { useUser } from '../../api/session.api.ts';
import { useListOtherLoginsQuery } from '../../api/users.api.ts';
import { internalNavigation } from '../../lib/internal-navigation.ts';
import { paths } from '../../lib/paths.ts';
import type { LogoutState } from '../../session/tab-state.ts';

const logoutState: LogoutState = { ...internalNavigation, returnTo: paths.workspaces };

const methodNames = new Intl.ListFormat('en', { type: 'disjunction' });

/** For a user who logged in another way than before, which makes a new account. An error is not shown: it is only a hint. */
export default function OtherLogins() {
  const { id: userId, email } = useUser();
  const { methods = [] } = useListOtherLoginsQuery({ params: { userId } }).data ?? {};
  if (methods.length === 0) return null;
  return (
    <Alert
      tone="info"
      title="You have an earlier account with this email"
      message={
        <>
          <b translate="no">{displayEmail(email)}</b>
          <span>
            {' '}
            also logs in with {methodNames.format(methods.map(loginMethodPhrase))}. To open the workspaces of that
            account, log out and log in that way.
          </span>
        </>
      }
      action={
        <Button size="sm" render={<Link to={paths.logout} state={logoutState} />}>
          Log out and switch account
        </Button>
      }
    />
  );
}
