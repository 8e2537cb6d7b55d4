import type { ReactNode } from 'react';
import { Button } from '../../button/button.tsx';
import { Icon } from '../../icon/icon.tsx';
import { Spinner } from '../../icon/spinner.tsx';
import { Timestamp } from '../../text/timestamp.tsx';
import { Alert, type AlertProps } from '../../feedback/alert.tsx';

export interface RequestStatusProps {
  status: 'not-requested' | 'pending' | 'success' | 'error';
  loadingText?: ReactNode;
  successText?: ReactNode;
  /** Shown if `status` is `error`. */
  error?: Pick<AlertProps, 'message' | 'title' | 'tone' | 'requestId'> | undefined;
  onRetry?: (() => void) | undefined;
  /** When the data shown next to the error was loaded. */
  lastSuccessAt?: Date | string | number | undefined;
}

const defaultError = { message: 'Something went wrong.' };

/** The status of a request in one line, or its error in an alert with a retry button. */
export function RequestStatus(props: RequestStatusProps) {
  const { status, loadingText = 'Loading...', successText = 'Success!', onRetry, lastSuccessAt } = props;
  const error = props.error ?? defaultError;
  if (status === 'error') {
    const message =
      lastSuccessAt === undefined ? error.message : <StaleNotice loadedAt={lastSuccessAt}>{error.message}</StaleNotice>;
    const retry = onRetry && (
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    );
    return <Alert {...error} message={message} action={retry} />;
  }
  return (
    <div role="status" className="flex min-h-5 items-center gap-2 text-secondary">
      {status === 'pending' && (
        <span className="flex animate-delayed-reveal items-center gap-2">
          <Spinner />
          <span>{loadingText}</span>
        </span>
      )}
      {status === 'success' && (
        <>
          <Icon name="check-circle" className="text-success-icon" />
          <span>{successText}</span>
        </>
      )}
    </div>
  );
}

function StaleNotice({ loadedAt, children }: { loadedAt: Date | string | number; children: ReactNode }) {
  return (
    <>
      <span>{children}</span>
      <span className="block text-xs">
        Last updated <Timestamp date={loadedAt} />.
      </span>
    </>
  );
}
