import { Button } from '@portal/ui';
import { toRequestError } from '../../api/request-error.ts';
import { ErrorAlert, type ErrorAlertProps } from '../../components/error-alert.tsx';
import { useNewLogin } from '../../session/use-new-login.ts';

/** Shows the error of a request that may require a new login, and offers that login. */
export function NewLoginAlert({ error, title }: Pick<ErrorAlertProps, 'error' | 'title'>) {
  const logInAgain = useNewLogin();
  const needsLogin = toRequestError(error)?.type === 'FreshLoginRequired';
  return (
    <ErrorAlert
      error={error}
      title={needsLogin ? undefined : title}
      action={
        needsLogin && (
          <Button size="sm" onClick={logInAgain}>
            Log in again
          </Button>
        )
      }
    />
  );
}
