import { Alert, Button } from '@portal/ui';
import { Link, useLocation } from 'react-router';
import { toRequestError } from '../../api/http/request-error.ts';
import type { ErrorAlertProps } from '../../components/error-alert.tsx';
import { NewLoginAlert } from '../../components/new-login-alert.tsx';
import { internalNavigation } from '../../lib/internal-navigation.ts';
import { paths } from '../../lib/paths.ts';
import type { LogoutState } from '../../session/tab-state.ts';
import { useNewLogin } from '../../session/use-new-login.ts';

/** The error of a request about a terminal. The API refuses the sessions of staff, and an approval requires a recent login. */
export function AnswerError({ error, title }: Pick<ErrorAlertProps, 'error' | 'title'>) {
  const logInAgain = useNewLogin();
  if (toRequestError(error)?.type === 'NotAllowed') return <StaffSession />;
  return (
    <NewLoginAlert
      error={error}
      title={title}
      message="Approving a terminal requires a recent login. Log in again, then approve the terminal."
      onLogIn={logInAgain}
    />
  );
}

function StaffSession() {
  const { pathname, search } = useLocation();
  const state: LogoutState = { ...internalNavigation, returnTo: pathname + search };
  return (
    <Alert
      tone="warning"
      title="A staff session can’t approve a terminal"
      message="A staff session can do more than your account, and a terminal must not. Use an account without staff rights."
      action={
        <Button size="sm" render={<Link to={paths.logout} state={state} />}>
          Use another account
        </Button>
      }
    />
  );
}
