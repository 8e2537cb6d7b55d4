import { useEffect } from 'react';
import { paths } from '../../navigation/paths.ts';
import { rememberPath } from '../../session/login-redirect.ts';
import { LoginScreen } from './login-screen.tsx';

/**
 * Where the email of an invitation leads a user with an account. Only a login hands invitations over, so they log in even if
 * they have a session, and then see their workspaces rather than enter the default one.
 */
export function Component() {
  useEffect(() => rememberPath(paths.workspaces), []);
  return <LoginScreen signup={false} reason="Log in with the email address that was invited to see your workspaces." />;
}
