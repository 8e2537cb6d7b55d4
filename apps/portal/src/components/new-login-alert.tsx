import { Alert, Button } from '@portal/ui';
import { errorMessage, toRequestError } from '../api/request-error.ts';
import { ErrorAlert, type ErrorAlertProps } from './error-alert.tsx';

export interface NewLoginAlertProps extends Pick<ErrorAlertProps, 'error' | 'title'> {
  /** Starts the new login. */
  onLogIn: () => void;
}

/** Shows the error of an action that may require a new login. That requirement is no failure: the user logs in and comes back. */
export function NewLoginAlert({ error, title, onLogIn }: NewLoginAlertProps) {
  const requestError = toRequestError(error);
  if (requestError?.type !== 'FreshLoginRequired') return <ErrorAlert error={error} title={title} />;
  return (
    <Alert
      tone="info"
      message={errorMessage(requestError)}
      action={
        <Button size="sm" variant="primary" onClick={onLogIn}>
          Log in again
        </Button>
      }
    />
  );
}
