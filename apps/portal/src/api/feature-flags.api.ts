import { featureFlagCalls, isAccountLocked, type FeatureFlag, type User } from '@portal/contract';
import { whenIdle } from '@portal/ui';
import { useEffect, useState } from 'react';
import { contractQuery } from './cache/contract-endpoints.ts';
import { portalApi } from './cache/portal-api.ts';
import { useWhoamiQuery } from './session.api.ts';

const { endpoints } = portalApi
  .injectEndpoints({
    endpoints: (build) => ({ listFeatureFlags: contractQuery(build, featureFlagCalls.listFeatureFlags) }),
  })
  .enhanceEndpoints({ endpoints: { listFeatureFlags: { keepUnusedDataFor: Infinity } } });
const { useQueryState, useQuerySubscription } = endpoints.listFeatureFlags;

/** Other users have no access to the features that flags control. */
const canHaveFlags = (user: User) => user.emailVerified && !user.needsTosUpdate && !isAccountLocked(user);

/**
 * Whether a flag is enabled for the user: undefined while the flags load, false if they could not be loaded. The flags are
 * requested once, after the first page is shown.
 */
export function useFeatureFlag(name: FeatureFlag): boolean | undefined {
  const { user } = useWhoamiQuery(undefined, { selectFromResult: ({ data }) => ({ user: data?.user }) });
  const input = { params: { userId: user?.id ?? '' } };
  const isEligible = user !== undefined && canHaveFlags(user);
  const isIdle = useIdle();
  useQuerySubscription(input, { skip: !isEligible || !isIdle });
  const { data, isError } = useQueryState(input, { skip: !isEligible });
  return isEligible && !isError ? data?.[name] : false;
}

/** Becomes true when the page is shown and the browser is idle. */
function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle;
}
