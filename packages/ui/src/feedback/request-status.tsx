import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { Icon } from '../icon/icon.tsx';
import { Spinner } from '../icon/spinner.tsx';
import { Timestamp } from '../text/timestamp.tsx';
import { ErrorBox, type ErrorBoxProps } from './error-box.tsx';

export interface RequestStatusProps {
  status: 'not-requested' | 'pending' | 'success' | 'error';
  loadingText?: ReactNode;
  successText?: ReactNode;
  /** What went wrong, for the state `error`. */
  failure?: Pick<ErrorBoxProps, 'message' | 'title' | 'tone' | 'requestId'> | undefined;
  onRetry?: (() => void) | undefined;
  /** What is shown besides is as old as this. */
  lastSuccessAt?: Date | string | number | undefined;
}

const unknownFailure = { message: 'Something went wrong.' };

/** Where a request stands, in a line; what went wrong, in a box with a way on. */
export function RequestStatus(props: RequestStatusProps) {
  const { status, loadingText = 'Loading...', successText = 'Success!', onRetry, lastSuccessAt } = props;
  const failure = props.failure ?? unknownFailure;
  if (status === 'error') {
    const message = lastSuccessAt === undefined ? failure.message : <Since at={lastSuccessAt}>{failure.message}</Since>;
    const retry = onRetry && (
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    );
    return <ErrorBox {...failure} message={message} action={retry} />;
  }
  return (
    <div role="status" className="flex min-h-5 items-center gap-2 text-secondary">
      {status === 'pending' && (
        <span className="flex animate-come-late items-center gap-2">
          <Spinner />
          {loadingText}
        </span>
      )}
      {status === 'success' && (
        <>
          <Icon name="check-circle" className="text-success-icon" />
          {successText}
        </>
      )}
    </div>
  );
}

function Since({ at, children }: { at: Date | string | number; children: ReactNode }) {
  return (
    <>
      {children}
      <span className="block text-xs">
        What you see was loaded <Timestamp date={at} />.
      </span>
    </>
  );
}
