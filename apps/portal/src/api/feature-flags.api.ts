import { featureFlagCalls, isLockedOut, type FeatureFlag, type User } from '@portal/contract';
import { whenIdle } from '@portal/ui';
import { useEffect, useState } from 'react';
import { contractQuery } from './contract-endpoints.ts';
import { portalApi } from './portal-api.ts';
import { useWhoamiQuery } from './session.api.ts';

const { endpoints } = portalApi
  .injectEndpoints({
    endpoints: (build) => ({ listFeatureFlags: contractQuery(build, featureFlagCalls.listFeatureFlags) }),
  })
  .enhanceEndpoints({ endpoints: { listFeatureFlags: { keepUnusedDataFor: Infinity } } });
const { useQueryState, useQuerySubscription } = endpoints.listFeatureFlags;

/** To others nothing is open that a flag could show. */
const mayHaveFlags = (user: User) => user.emailVerified && !user.needsTosUpdate && !isLockedOut(user);

/**
 * Whether a flag is on for whoever is logged in; undefined while that is not known, false if it could not be learnt.
 * It is asked for once, when the first screen is there.
 */
export function useFeatureFlag(name: FeatureFlag): boolean | undefined {
  const { user } = useWhoamiQuery(undefined, { selectFromResult: ({ data }) => ({ user: data?.user }) });
  const input = { params: { userId: user?.id ?? '' } };
  const mayHave = user !== undefined && mayHaveFlags(user);
  const isIdle = useIdle();
  useQuerySubscription(input, { skip: !mayHave || !isIdle });
  const { data, isError } = useQueryState(input, { skip: !mayHave });
  return mayHave && !isError ? data?.[name] : false;
}

/** Becomes true once the page is shown and the browser has nothing better to do. */
function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle;
}
