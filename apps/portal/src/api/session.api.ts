import { sessionCalls, type User, type Whoami } from '@portal/contract';
import { contractQuery } from './contract-endpoints.ts';
import { updateCache, type MutationLifecycle } from './optimistic-update.ts';
import { portalApi } from './portal-api.ts';

export const sessionApi = portalApi.injectEndpoints({
  endpoints: (build) => ({ whoami: contractQuery(build, sessionCalls.whoami) }),
});

export const { useWhoamiQuery } = sessionApi;

/** What is known of the session already; nobody is asked. */
export const { useQueryState: useWhoamiState } = sessionApi.endpoints.whoami;

const selectWhoami = sessionApi.endpoints.whoami.select(undefined);

/** The user as the portal knows them. */
export const knownUser = (state: Parameters<typeof selectWhoami>[0]) => selectWhoami(state).data?.user;

/** Identifies one login: its user, and the start of its session. */
export const loginOf = ({ user, session }: Whoami) => `${user.id} ${session?.startedAt ?? ''}`;

/** The login as the portal knows it; null if it knows none. */
export function knownLogin(state: Parameters<typeof selectWhoami>[0]): string | null {
  const { data } = selectWhoami(state);
  return data ? loginOf(data) : null;
}

/** When the user was last answered, in milliseconds. */
export const whoamiAnsweredAt = (state: Parameters<typeof selectWhoami>[0]) =>
  selectWhoami(state).fulfilledTimeStamp ?? 0;

/** Takes over that the address is verified, which another call told. */
export const markVerified = () =>
  sessionApi.util.updateQueryData('whoami', undefined, ({ user }) => {
    user.emailVerified = true;
  });

/**
 * Waits for an answer about the user that is on its way: it may be older than what is to be taken over, and would take
 * its place.
 */
export const whoamiUnderWay = () => sessionApi.util.getRunningQueryThunk('whoami', undefined);

/** Asks for the user again. */
export const reloadUser = () =>
  sessionApi.endpoints.whoami.initiate(undefined, { forceRefetch: true, subscribe: false });

/** For calls that respond with the changed user: the session shows it at once. The caller shows an error. */
export function updateCachedUser(
  _input: unknown,
  lifecycle: MutationLifecycle<Parameters<typeof selectWhoami>[0], { user: User }>,
): void {
  const confirmed = (whoami: { user: User }, { user }: { user: User }) => {
    whoami.user = user;
  };
  void updateCache(
    {
      tag: 'Session',
      select: selectWhoami,
      update: (recipe) => sessionApi.util.updateQueryData('whoami', undefined, recipe),
      running: whoamiUnderWay,
    },
    { confirmed, replaces: true },
    lifecycle,
  );
}

/** The user that the pages behind the login are for; the guard lets nobody else through to them. */
export function useUser(): User {
  const { user } = useWhoamiQuery(undefined, { selectFromResult: ({ data }) => ({ user: data?.user }) });
  if (!user) throw new Error('User not loaded');
  return user;
}
