import type { User, WhoamiUser } from '@portal/contract';
import { contractQuery } from './cache/contract-endpoints.ts';
import { updateCache, type MutationLifecycle } from './cache/optimistic-update.ts';
import { portalApi } from './cache/portal-api.ts';
import { whoamiCall } from './whoami-call.ts';

export const sessionApi = portalApi.injectEndpoints({
  endpoints: (build) => ({ whoami: contractQuery(build, whoamiCall) }),
});

export const { useWhoamiQuery } = sessionApi;

/** The cached session. This hook sends no request. */
export const { useQueryState: useWhoamiState } = sessionApi.endpoints.whoami;

const selectWhoami = sessionApi.endpoints.whoami.select(undefined);

/** The cached user. */
export const selectUser = (state: Parameters<typeof selectWhoami>[0]) => selectWhoami(state).data?.user;

/** The id of a login: the id of its user and the start of its session. */
export const loginIdOf = ({ user, session }: WhoamiUser) => `${user.id} ${session?.startedAt ?? ''}`;

/** When the session was last loaded, in milliseconds since the epoch. */
export const selectWhoamiFulfilledAt = (state: Parameters<typeof selectWhoami>[0]) =>
  selectWhoami(state).fulfilledTimeStamp ?? 0;

/** For calls whose response shows that the email is verified. */
export const markEmailVerified = () =>
  sessionApi.util.updateQueryData('whoami', undefined, ({ user }) => {
    user.emailVerified = true;
  });

/** Returns the pending whoami request. Wait for it before an update, because its response may be older. */
export const getRunningWhoami = () => sessionApi.util.getRunningQueryThunk('whoami', undefined);

export const refetchWhoami = () =>
  sessionApi.endpoints.whoami.initiate(undefined, { forceRefetch: true, subscribe: false });

/** Updates the cached user from the response of a call. The caller shows an error. */
export function updateCachedUser(
  _input: unknown,
  lifecycle: MutationLifecycle<Parameters<typeof selectWhoami>[0], { user: User }>,
): void {
  const applyResult = (whoami: { user: User }, { user }: { user: User }) => {
    whoami.user = user;
  };
  void updateCache(
    {
      tag: 'Session',
      select: selectWhoami,
      update: (recipe) => sessionApi.util.updateQueryData('whoami', undefined, recipe),
      getRunningQuery: getRunningWhoami,
    },
    { applyResult, replacesData: true },
    lifecycle,
  );
}

/** The current user, for pages that require a login. */
export function useUser(): User {
  const { user } = useWhoamiQuery(undefined, { selectFromResult: ({ data }) => ({ user: data?.user }) });
  if (!user) throw new Error('User not loaded');
  return user;
}
