import { Alert, Button } from '@portal/ui';
import { errorMessage, toRequestError, type RequestError } from '../api/http/request-error.ts';
import { ErrorAlert, scrollIntoView, type ErrorAlertProps, type ErrorAlertsByIdProps } from './error-alert.tsx';

export interface NewLoginAlertProps extends Pick<ErrorAlertProps, 'error' | 'title'> {
  /** What to do, if the page finishes the action automatically after the login. Otherwise the user has to retry. */
  message?: string | undefined;
  /** Starts the new login. */
  onLogIn: () => void;
}

export const requiresNewLogin = (error: RequestError | undefined) => error?.type === 'FreshLoginRequired';

/** Shows the error of an action that may require a new login. That requirement is no failure: the user logs in and returns. */
export function NewLoginAlert({ error, title, message, onLogIn }: NewLoginAlertProps) {
  const requestError = toRequestError(error);
  if (!requestError || !requiresNewLogin(requestError)) return <ErrorAlert error={error} title={title} />;
  return (
    <div ref={scrollIntoView} className="scroll-my-6">
      <Alert
        tone="info"
        message={message ?? errorMessage(requestError)}
        action={
          <Button size="sm" variant="primary" onClick={onLogIn}>
            Log in again
          </Button>
        }
      />
    </div>
  );
}

export interface NewLoginAlertsByIdProps extends ErrorAlertsByIdProps {
  message: string;
  /** Starts the new login for a row. */
  onLogIn: (id: string) => void;
}

/** Like `ErrorAlertsById`, for actions that may require a new login. */
export function NewLoginAlertsById({ errors, title, message, onLogIn }: NewLoginAlertsByIdProps) {
  return [...errors].map(([id, error]) => {
    const rowTitle = title(id);
    return (
      rowTitle && (
        <NewLoginAlert key={id} error={error} title={rowTitle} message={message} onLogIn={() => onLogIn(id)} />
      )
    );
  });
}
