import { keepFocusAtEnd } from '@portal/ui';
import { useState } from 'react';
import type { Failure } from '../http/failure.ts';
import { FailureBox } from './failure-box.tsx';

export interface RestFailedProps {
  /** Nothing is shown while there is none. */
  failure: (Failure & { readonly ofReload: boolean }) | undefined;
  /** What the list is of. */
  what: string;
  /** Loads what is missing, and ends once that came or failed again. */
  onGoOn: () => Promise<void>;
  className?: string;
}

/** Tells at the foot of a list that its rest could not be loaded. Nothing above it moves, whether it comes or goes. */
export function RestFailed({ failure, what, onGoOn, className = '' }: RestFailedProps) {
  const [isTrying, setIsTrying] = useState(false);
  if (!failure) return null;
  return (
    <div ref={keepFocusAtEnd} className={`empty:hidden ${className}`}>
      <FailureBox
        error={failure}
        title={`The rest of ${what} could not be loaded${failure.ofReload ? ' again' : ''}`}
        isTrying={isTrying}
        onRetry={() => {
          setIsTrying(true);
          void onGoOn().finally(() => setIsTrying(false));
        }}
      />
    </div>
  );
}
