import { authTokenCalls, type AuthToken } from '@portal/contract';
import { endpointsFor } from '../http/endpoints-for.ts';
import { portalApi } from './portal-api.ts';
import { showAtOnce } from './show-at-once.ts';

const authTokensApi = portalApi.injectEndpoints({ endpoints: (build) => endpointsFor(build, authTokenCalls) });

const changeList = (workspaceId: string, change: (tokens: AuthToken[]) => AuthToken[]) =>
  authTokensApi.util.updateQueryData('listAuthTokens', { params: { workspaceId } }, (list) => {
    list.authTokens = change(list.authTokens);
  });

const changeToken = (workspaceId: string, tokenId: string) => (change: (token: AuthToken) => void) =>
  authTokensApi.util.updateQueryData('listAuthTokens', { params: { workspaceId } }, ({ authTokens }) => {
    const changed = authTokens.find(({ id }) => id === tokenId);
    if (changed) change(changed);
  });

authTokensApi.enhanceEndpoints({
  endpoints: {
    // Both answers say all that changed, so that the list need not be asked for again.
    createAuthToken: {
      invalidatesTags: [],
      onQueryStarted: ({ params }, { dispatch, queryFulfilled }) => {
        void queryFulfilled.then(
          ({ data }) => dispatch(changeList(params.workspaceId, (tokens) => [data.authToken, ...tokens])),
          () => undefined,
        );
      },
    },
    revokeAuthToken: {
      invalidatesTags: [],
      onQueryStarted: ({ params }, { dispatch, queryFulfilled }) => {
        const token = changeToken(params.workspaceId, params.tokenId);
        showAtOnce(token, { revokedAt: new Date().toISOString() }, { dispatch, queryFulfilled });
        // What the API wrote down counts, once it is known.
        void queryFulfilled.then(
          ({ data }) => dispatch(token((shown) => void Object.assign(shown, data.authToken))),
          () => undefined,
        );
      },
    },
  },
});

export const { useListAuthTokensQuery, useCreateAuthTokenMutation, useRevokeAuthTokenMutation } = authTokensApi;
