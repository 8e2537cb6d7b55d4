import { userSessionCalls, type KeptToken, type UserSession } from '@portal/contract';
import { contractList, contractMutation, toResponsePage } from './cache/contract-endpoints.ts';
import { updateCache, type CachedQuery, type MutationLifecycle } from './cache/optimistic-update.ts';
import { portalApi } from './cache/portal-api.ts';

const pageSize = 50;

const userSessionsApi = portalApi.enhanceEndpoints({ addTagTypes: ['UserSession'] }).injectEndpoints({
  endpoints: (build) => ({
    listSessions: contractList(build, userSessionCalls.listSessions, { limit: pageSize, toPage: toResponsePage }),
    endSession: contractMutation(build, userSessionCalls.endSession),
    endOtherSessions: contractMutation(build, userSessionCalls.endOtherSessions),
    keepToken: contractMutation(build, userSessionCalls.keepToken),
  }),
});

type Select = ReturnType<typeof userSessionsApi.endpoints.listSessions.select>;
type State = Parameters<Select>[0];
type List = NonNullable<ReturnType<Select>['data']>;

const cachedSessions = (userId: string): CachedQuery<List, State> => {
  const input = { params: { userId } };
  return {
    select: userSessionsApi.endpoints.listSessions.select(input),
    update: (recipe) => userSessionsApi.util.updateQueryData('listSessions', input, recipe),
    getRunningQuery: () => userSessionsApi.util.getRunningQueryThunk('listSessions', input),
  };
};

/** Removes ended sessions before the refetch, which the tags of the call cause, completes. */
function removeEnded(
  userId: string,
  isEnded: (session: UserSession) => boolean,
  lifecycle: MutationLifecycle<State, unknown>,
): void {
  const applyResult = ({ pages }: List) => {
    for (const page of pages) page.sessions = page.sessions.filter((session) => !isEnded(session));
  };
  void updateCache(cachedSessions(userId), { applyResult }, lifecycle);
}

userSessionsApi.enhanceEndpoints({
  endpoints: {
    endSession: {
      onQueryStarted: ({ params: { userId, sessionId } }, lifecycle) =>
        removeEnded(userId, ({ id }) => id === sessionId, lifecycle),
    },
    endOtherSessions: {
      onQueryStarted: ({ params: { userId } }, lifecycle) =>
        removeEnded(userId, ({ isCurrent }) => !isCurrent, lifecycle),
    },
    keepToken: {
      onQueryStarted: ({ params: { userId } }, lifecycle) => {
        const applyResult = ({ pages }: List, { tokensToReview }: KeptToken) => {
          for (const page of pages) page.tokensToReview = tokensToReview;
        };
        void updateCache(cachedSessions(userId), { applyResult }, lifecycle);
      },
    },
  },
});

export const {
  useListSessionsInfiniteQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useKeepTokenMutation,
} = userSessionsApi;
