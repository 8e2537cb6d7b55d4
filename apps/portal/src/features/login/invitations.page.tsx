import { useEffect } from 'react';
import { paths } from '../../lib/paths.ts';
import { saveLoginRedirect } from '../../session/tab-state.ts';
import { LoginScreen } from './login-screen.tsx';

/**
 * The page that the invitation email links to for users with an account. Invitations are claimed at login, so the user
 * logs in even if they have a session. The login then opens the list of workspaces, not the default workspace.
 */
export function Component() {
  useEffect(() => saveLoginRedirect(paths.workspaces), []);
  return <LoginScreen signup={false} reason="To see your workspaces, log in with the invited email address." />;
}
