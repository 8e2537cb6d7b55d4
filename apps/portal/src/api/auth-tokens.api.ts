import { authTokenCalls, type AuthToken, type ResponseOf } from '@portal/contract';
import { contractList, contractMutation } from './cache/contract-endpoints.ts';
import { updateCache, type CachedQuery } from './cache/optimistic-update.ts';
import { portalApi } from './cache/portal-api.ts';
import { findRow, fullListPageSize, useAllPages } from './cache/use-all-pages.ts';

type TokensResponse = ResponseOf<typeof authTokenCalls.listAuthTokens>;

export const authTokensApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    listAuthTokens: contractList(build, authTokenCalls.listAuthTokens, {
      limit: fullListPageSize,
      toPage: ({ authTokens: rows, longestDays }: TokensResponse, next) => ({ rows, longestDays, next }),
    }),
    createAuthToken: contractMutation(build, authTokenCalls.createAuthToken),
    revokeAuthToken: contractMutation(build, authTokenCalls.revokeAuthToken),
  }),
});

type Select = ReturnType<typeof authTokensApi.endpoints.listAuthTokens.select>;
type List = NonNullable<ReturnType<Select>['data']>;

const cachedList = (workspaceId: string): CachedQuery<List, Parameters<Select>[0]> => {
  const input = { params: { workspaceId } };
  return {
    tag: { type: 'AuthToken', id: workspaceId },
    select: authTokensApi.endpoints.listAuthTokens.select(input),
    update: (recipe) => authTokensApi.util.updateQueryData('listAuthTokens', input, recipe),
    getRunningQuery: () => authTokensApi.util.getRunningQueryThunk('listAuthTokens', input),
  };
};

const tokenId = ({ id }: AuthToken) => id;

/** The API tokens of a workspace, and the maximum lifetime of a new token in days. */
export function useAuthTokens(workspaceId: string) {
  const query = authTokensApi.useListAuthTokensInfiniteQuery({ params: { workspaceId } });
  return { ...useAllPages(query, tokenId), longestDays: query.data?.pages[0]?.longestDays };
}

authTokensApi.enhanceEndpoints({
  endpoints: {
    // Both responses contain the changed token, so that the list is not refetched.
    createAuthToken: {
      invalidatesTags: [],
      onQueryStarted: ({ params }, lifecycle) => {
        const applyResult = (list: List, { authToken }: { authToken: AuthToken }) => {
          // A list that was fetched in the meantime may contain the token.
          if (!findRow(list, ({ id }) => id === authToken.id)) list.pages[0]?.rows.unshift(authToken);
        };
        void updateCache(cachedList(params.workspaceId), { applyResult }, lifecycle);
      },
    },
    revokeAuthToken: {
      invalidatesTags: [],
      onQueryStarted: ({ params }, lifecycle) => {
        const find = (list: List) => findRow(list, ({ id }) => id === params.tokenId);
        const applyResult = (list: List, { authToken }: { authToken: AuthToken }) => {
          const row = find(list);
          if (row) Object.assign(row, authToken);
        };
        const fields = { revokedAt: new Date().toISOString() };
        void updateCache(cachedList(params.workspaceId), { optimistic: { find, fields }, applyResult }, lifecycle);
      },
    },
  },
});

export const { useCreateAuthTokenMutation, useRevokeAuthTokenMutation } = authTokensApi;
