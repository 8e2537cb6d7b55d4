import { Button, ErrorBox } from '@portal/ui';
import type { ReactNode } from 'react';
import { asFailure, type Failure } from '../http/failure.ts';

export interface FailureBoxProps {
  /** What a hook tells of its request; nothing is shown while there is no failure. */
  error: Failure | { readonly message?: string } | undefined;
  title?: ReactNode;
  onRetry?: (() => void) | undefined;
}

/** The one way in which a failed request is shown. */
export function FailureBox({ error, title, onRetry }: FailureBoxProps) {
  const failure = asFailure(error);
  if (!failure) return null;
  return (
    <ErrorBox
      title={title}
      message={failure.message}
      requestId={failure.requestId || undefined}
      action={
        onRetry && (
          <Button size="sm" icon="refresh" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    />
  );
}
