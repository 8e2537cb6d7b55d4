import { authTokenCalls, type AuthToken, type ResponseOf } from '@portal/contract';
import { contractList, contractMutation, contractQuery } from './cache/contract-endpoints.ts';
import { updateCache, type CachedQuery } from './cache/optimistic-update.ts';
import { portalApi } from './cache/portal-api.ts';
import { findRow, fullListPageSize, useAllPages } from './cache/use-all-pages.ts';

type TokensResponse = ResponseOf<typeof authTokenCalls.listAuthTokens>;

/** What the deployment and the policy of the workspace allow for new tokens. */
export type TokenRules = Omit<TokensResponse, 'authTokens'>;

export const authTokensApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    listAuthTokens: contractList(build, authTokenCalls.listAuthTokens, {
      limit: fullListPageSize,
      toPage: ({ authTokens: rows, ...rules }: TokensResponse, next) => ({ rows, rules, next }),
    }),
    getAuthToken: contractQuery(build, authTokenCalls.getAuthToken),
    createAuthToken: contractMutation(build, authTokenCalls.createAuthToken),
    revokeAuthToken: contractMutation(build, authTokenCalls.revokeAuthToken),
    rotateAuthToken: contractMutation(build, authTokenCalls.rotateAuthToken),
    getAuthTokenActivity: contractQuery(build, authTokenCalls.getAuthTokenActivity),
    setTokenPolicy: contractMutation(build, authTokenCalls.setTokenPolicy),
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

/** The API tokens of a workspace, and what is allowed for new ones. */
export function useAuthTokens(workspaceId: string) {
  const query = authTokensApi.useListAuthTokensInfiniteQuery({ params: { workspaceId } });
  return { ...useAllPages(query, tokenId), rules: query.data?.pages[0]?.rules };
}

authTokensApi.enhanceEndpoints({
  endpoints: {
    rotateAuthToken: { invalidatesTags: ['AuthToken', 'ServiceAccount'] },
    // Both responses contain the changed token, so that the list is not refetched. A service account has the number of its active tokens.
    createAuthToken: {
      invalidatesTags: (_result, _error, { body }) => (body.serviceAccountId === undefined ? [] : ['ServiceAccount']),
      onQueryStarted: ({ params }, lifecycle) => {
        const applyResult = (list: List, { authToken }: { authToken: AuthToken }) => {
          // A list that was fetched in the meantime may contain the token.
          if (!findRow(list, ({ id }) => id === authToken.id)) list.pages[0]?.rows.unshift(authToken);
        };
        void updateCache(cachedList(params.workspaceId), { applyResult }, lifecycle);
      },
    },
    revokeAuthToken: {
      invalidatesTags: (result) => (result?.authToken.serviceAccountId == null ? [] : ['ServiceAccount']),
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

export const {
  useGetAuthTokenQuery,
  useCreateAuthTokenMutation,
  useRevokeAuthTokenMutation,
  useRotateAuthTokenMutation,
  useGetAuthTokenActivityQuery,
  useSetTokenPolicyMutation,
} = authTokensApi;
