import { Button, ErrorBox, handFocusOn } from '@portal/ui';
import { useEffect, type ReactNode } from 'react';
import { asFailure, messageOf, type Failure } from '../http/failure.ts';
import { useSessionEnded } from '../http/use-session-ended.ts';

export interface FailureBoxProps {
  /** What a hook tells of its request; nothing is shown while there is no failure. */
  error: Failure | { readonly message?: string } | undefined;
  title?: ReactNode;
  onRetry?: (() => void) | undefined;
  /** Whether it is being tried again. */
  isTrying?: boolean | undefined;
  /** What to do about it, where trying again is no use. */
  action?: ReactNode;
}

/** The one way in which a failed request is shown. */
export function FailureBox({ error, title, onRetry, isTrying, action }: FailureBoxProps) {
  const failure = asFailure(error);
  const sessionEnded = useSessionEnded();
  useRetryOnline(failure?.status === 0 ? onRetry : undefined);
  // That the session ended is said by its own notice.
  if (!failure || (sessionEnded && failure.status === 401)) return null;
  return (
    <ErrorBox
      title={title}
      message={messageOf(failure)}
      requestId={failure.requestId || undefined}
      action={
        onRetry ? (
          <Button size="sm" icon="refresh" loading={isTrying} onClick={onRetry} ref={handFocusOn}>
            Try again
          </Button>
        ) : (
          action
        )
      }
    />
  );
}

/** What failed without an answer is tried again once the browser has a network again. */
function useRetryOnline(retry: (() => void) | undefined): void {
  useEffect(() => {
    if (!retry) return;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [retry]);
}
