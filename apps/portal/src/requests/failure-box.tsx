import { Button, ErrorBox, handFocusOn } from '@portal/ui';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { asFailure, isTemporary, messageOf, type Failure } from '../http/failure.ts';
import { useSessionEnded } from '../http/use-session-ended.ts';
import { useAskAgain } from './ask-again.ts';

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
  useRetry(onRetry !== undefined && failure !== undefined && isTemporary(failure), onRetry);
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

/** In milliseconds. */
const firstPause = 5_000;

/** Tries again what can be expected to pass: as soon as the browser has a network again, and from time to time. */
function useRetry(expecting: boolean, retry: (() => void) | undefined): void {
  const retryNow = useEffectEvent(() => retry?.());
  useAskAgain(expecting, { refetch: () => retry?.() }, firstPause);
  useEffect(() => {
    if (!expecting) return;
    const onOnline = () => retryNow();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [expecting]);
}
