import { Alert, Button, moveFocusToAddedRowOnUnmount, moveFocusOnUnmount } from '@portal/ui';
import type { ReactNode } from 'react';
import { errorMessage, toRequestError, type RequestError } from '../api/http/request-error.ts';
import { useSettings } from '../lib/settings-context.ts';
import { usePolling } from '../lib/use-polling.ts';
import { useSessionEnded } from '../session/session-state.ts';
import { SiteLink } from './site-link.tsx';

/** The delay before the first automatic retry. */
const initialRetryDelayMs = 5_000;

/** Whether a retry may help: there was no response, or a server error. After a 429 an early retry only extends the wait. */
export const isTransient = ({ status }: RequestError) => status === 0 || status >= 500;

export interface ErrorAlertProps {
  /** The error of a request hook. Without an error, nothing is shown. */
  error: RequestError | { readonly message?: string } | undefined;
  title?: ReactNode;
  onRetry?: (() => void) | undefined;
  isRetrying?: boolean | undefined;
  /** Shown instead of the retry button if there is no `onRetry`. */
  action?: ReactNode;
}

/** The alert of an action may be out of view, at the top of a long form or dialog. */
export const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** Shows the error of a request. A transient error of a page is retried automatically. */
export function ErrorAlert({ error: givenError, title, onRetry, isRetrying, action }: ErrorAlertProps) {
  const error = toRequestError(givenError);
  const sessionEnded = useSessionEnded();
  const { statusUrl } = useSettings();
  const retriesAutomatically = error !== undefined && onRetry !== undefined && isTransient(error);
  usePolling(retriesAutomatically, { refetch: () => onRetry?.() }, initialRetryDelayMs);
  // The end of the session has a dialog of its own.
  if (!error || (sessionEnded && error.status === 401)) return null;
  const alert = (
    <Alert
      title={title}
      message={
        <>
          {errorMessage(error)}
          {statusUrl && isTransient(error) && (
            <>
              {' '}
              <SiteLink url={statusUrl} className="underline underline-offset-2">
                Status
              </SiteLink>
            </>
          )}
        </>
      }
      requestId={error.requestId || undefined}
      action={
        onRetry ? (
          <Button size="sm" icon="refresh" loading={isRetrying} onClick={onRetry} ref={moveFocusOnUnmount}>
            Try again
          </Button>
        ) : (
          action
        )
      }
    />
  );
  return onRetry ? (
    alert
  ) : (
    <div ref={scrollIntoView} className="scroll-my-6">
      {alert}
    </div>
  );
}

/** The title for the error of a creation. Without a response, the request may have succeeded, and a retry is safe. */
export const creationErrorTitle = (error: ErrorAlertProps['error'], title: string) =>
  toRequestError(error)?.status === 0 ? 'The request timed out. It is safe to try again.' : title;

export interface ErrorAlertsByIdProps {
  errors: ReadonlyMap<string, RequestError>;
  /** The title for the error of a row. Without a title, the error is not shown. */
  title: (id: string) => ReactNode;
}

/** Shows the errors of `useMutationsById`, one alert for each row. */
export function ErrorAlertsById({ errors, title }: ErrorAlertsByIdProps) {
  return [...errors].map(([id, error]) => {
    const rowTitle = title(id);
    return rowTitle && <ErrorAlert key={id} error={error} title={rowTitle} />;
  });
}

export interface NextPageErrorProps {
  /** A list that loads all its pages. Nothing is shown unless the next page failed. */
  list: {
    readonly nextPageError: ErrorAlertProps['error'];
    readonly isFetching: boolean;
    readonly fetchNextPage: () => void;
  };
  /** The name of the list in the title, such as "the members". */
  listName: string;
  className?: string;
}

/** Shows at the end of a list that its next page could not be loaded. */
export function NextPageError({ list, listName, className = '' }: NextPageErrorProps) {
  if (!list.nextPageError) return null;
  return (
    <div ref={moveFocusToAddedRowOnUnmount} className={`empty:hidden ${className}`}>
      <ErrorAlert
        error={list.nextPageError}
        title={`The rest of ${listName} could not be loaded`}
        isRetrying={list.isFetching}
        onRetry={list.fetchNextPage}
      />
    </div>
  );
}
