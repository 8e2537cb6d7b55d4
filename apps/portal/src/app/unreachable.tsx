import { isTemporary, type Failure } from '../http/failure.ts';
import { useAskAgain } from '../requests/ask-again.ts';
import { FailureBox } from '../requests/failure-box.tsx';

export interface UnreachableProps {
  failure: Failure;
  /** Whether the page is one that people see once they are logged in. */
  forSomebody: boolean;
  onRetry: () => unknown;
  isTrying: boolean;
}

/** How long it is waited before it is tried again unasked, in milliseconds. */
const firstPause = 10_000;

/** Instead of any page when nobody can tell who the visitor is. Nobody is logged out by an outage. */
export function Unreachable({ failure, forSomebody, onRetry, isTrying }: UnreachableProps) {
  // What is temporary is tried again by the box below.
  useAskAgain(!isTemporary(failure), { refetch: onRetry }, firstPause);
  return (
    <main className="mx-auto grid min-h-dvh max-w-form content-center gap-4 p-8">
      <h1 className="text-2xl">We can’t reach the service right now</h1>
      <p className="text-secondary">
        {forSomebody && 'If you were logged in, you still are. '}Check your connection, or wait a moment: this page
        tries again by itself.
      </p>
      <FailureBox error={failure} isTrying={isTrying} onRetry={() => void onRetry()} />
    </main>
  );
}
