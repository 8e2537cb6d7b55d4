import { QueryStatus } from '@reduxjs/toolkit/query';
import { useSelector } from 'react-redux';
import { apiPath } from '../api/contract-endpoints.ts';
import type { portalApi } from '../api/portal-api.ts';
import { useIsLate } from '../components/is-late.ts';

/** Of the first the splash tells, and for the others nobody waits. */
const unseen: readonly (string | undefined)[] = ['whoami', 'listFeatureFlags'];

type State = Record<typeof apiPath, ReturnType<typeof portalApi.reducer>>;

/** When the oldest request was sent for which somebody waits; what is only asked for again is there already. */
function waitingSince({ [apiPath]: { queries, mutations } }: State): number | undefined {
  const asked = Object.values(queries).filter((query) => !query?.data && !unseen.includes(query?.endpointName));
  const begun = [...asked, ...Object.values(mutations)].flatMap((request) =>
    request?.status === QueryStatus.pending ? [request.startedTimeStamp] : [],
  );
  return begun.length > 0 ? Math.min(...begun) : undefined;
}

/** Says of a long wait that it is known, wherever on the page somebody waits. */
export function SlowNotice() {
  if (!useIsLate(useSelector(waitingSince))) return null;
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-16 z-30 grid justify-items-center px-4 print:hidden"
    >
      <p className="animate-appear rounded-lg bg-raised px-4 py-2 text-body shadow-float">
        This takes longer than usual.
      </p>
    </div>
  );
}
