import { Button, ErrorBox, handFocusOn } from '@portal/ui';
import type { ReactNode } from 'react';
import { asFailure, messageOf, type Failure } from '../http/failure.ts';
import { useSessionEnded } from '../session/session-state.ts';
import { useAskAgain } from './ask-again.ts';

/** How long it is waited before what can pass is tried again unasked, in milliseconds. */
const firstPause = 5_000;

/** Whether a retry may help: there was no response, or a server error. After a 429 an early retry only extends the wait. */
const mayPass = ({ status }: Failure) => status === 0 || status >= 500;

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
  const isAwaited = failure !== undefined && onRetry !== undefined && mayPass(failure);
  useAskAgain(isAwaited, { refetch: () => onRetry?.() }, firstPause);
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
