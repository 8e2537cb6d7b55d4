import { authTokenCalls, type AuthToken } from '@portal/contract';
import { endpointsFor } from '../http/endpoints-for.ts';
import { portalApi } from './portal-api.ts';

const authTokensApi = portalApi
  .injectEndpoints({ endpoints: (build) => endpointsFor(build, authTokenCalls) })
  .enhanceEndpoints({
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
          void queryFulfilled.then(
            ({ data: { authToken } }) =>
              dispatch(
                changeList(params.workspaceId, (tokens) =>
                  tokens.map((token) => (token.id === authToken.id ? authToken : token)),
                ),
              ),
            () => undefined,
          );
        },
      },
    },
  });

const changeList = (workspaceId: string, change: (tokens: AuthToken[]) => AuthToken[]) =>
  authTokensApi.util.updateQueryData('listAuthTokens', { params: { workspaceId } }, (list) => {
    list.authTokens = change(list.authTokens);
  });

export const { useListAuthTokensQuery, useCreateAuthTokenMutation, useRevokeAuthTokenMutation } = authTokensApi;
