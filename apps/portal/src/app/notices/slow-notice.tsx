import { QueryStatus } from '@reduxjs/toolkit/query';
import { useSelector } from 'react-redux';
import { apiReducerPath } from '../../api/cache/contract-endpoints.ts';
import type { portalApi } from '../../api/cache/portal-api.ts';
import { useIsSlow } from '../../lib/use-is-slow.ts';

/** The splash screen covers the wait for `whoami`, and the feature flags load in the background. */
const ignoredEndpoints: readonly (string | undefined)[] = ['whoami', 'listFeatureFlags'];

type State = Record<typeof apiReducerPath, ReturnType<typeof portalApi.reducer>>;

/** When the oldest pending request started. Refetches are ignored, because their data is already shown. */
function selectOldestRequest({ [apiReducerPath]: { queries, mutations } }: State): number | undefined {
  const firstFetches = Object.values(queries).filter(
    (query) => !query?.data && !ignoredEndpoints.includes(query?.endpointName),
  );
  const startTimes = [...firstFetches, ...Object.values(mutations)].flatMap((request) =>
    request?.status === QueryStatus.pending ? [request.startedTimeStamp] : [],
  );
  return startTimes.length > 0 ? Math.min(...startTimes) : undefined;
}

/** Shown while any request takes longer than usual. */
export function SlowNotice() {
  if (!useIsSlow(useSelector(selectOldestRequest))) return null;
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-16 z-30 grid justify-items-center px-4 print:hidden"
    >
      <p className="animate-appear rounded-lg bg-raised px-4 py-2 text-body shadow-float">
        This is taking longer than usual.
      </p>
    </div>
  );
}
