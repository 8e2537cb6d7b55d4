import type { Failure } from '../http/failure.ts';
import { FailureBox } from '../requests/failure-box.tsx';

export interface UnreachableProps {
  failure: Failure;
  /** Whether the page is one that people see once they are logged in. */
  forSomebody: boolean;
  onRetry: () => unknown;
  isTrying: boolean;
}

/** Shown instead of any page when the API can't say who is logged in. An outage logs no one out; the box retries automatically. */
export function Unreachable({ failure, forSomebody, onRetry, isTrying }: UnreachableProps) {
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
