import { authTokenCalls, type AnswerOf, type AuthToken } from '@portal/contract';
import { endpointsFor } from '../http/endpoints-for.ts';
import { rowToChange, withRows } from './change-rows.ts';
import { listInPages, type Listed } from './list-in-pages.ts';
import { loadAgainIfCrossed } from './load-again-if-crossed.ts';
import { portalApi } from './portal-api.ts';
import { showAtOnce } from './show-at-once.ts';

const authTokens = {
  call: authTokenCalls.listAuthTokens,
  keep: ({ authTokens: rows, ...more }: AnswerOf<typeof authTokenCalls.listAuthTokens>) => ({ rows, ...more }),
  idOf: ({ id }: AuthToken) => id,
};

type Tokens = Listed<ReturnType<typeof authTokens.keep>>;

export const authTokensApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    ...endpointsFor(build, authTokenCalls),
    listAuthTokens: listInPages(build, authTokens),
  }),
});

const changeList = (workspaceId: string, change: (tokens: readonly AuthToken[]) => AuthToken[]) =>
  authTokensApi.util.updateQueryData('listAuthTokens', { params: { workspaceId } }, (list) => withRows(list, change));

/** A list that was loaded meanwhile may hold it already. */
const isNot = (token: AuthToken) => (other: AuthToken) => other.id !== token.id;

const changeToken = (workspaceId: string, tokenId: string) => (change: (token: AuthToken) => void) =>
  authTokensApi.util.updateQueryData('listAuthTokens', { params: { workspaceId } }, ({ rows }) => {
    const changed = rowToChange(rows, ({ id }) => id === tokenId);
    if (changed) change(changed);
  });

const listOf = (workspaceId: string) => authTokensApi.endpoints.listAuthTokens.select({ params: { workspaceId } });

/** The tokens of a workspace, for whoever goes on with them where they stopped. */
export const listedTokens = (workspaceId: string) => ({
  kind: authTokens,
  input: { params: { workspaceId } },
  select: listOf(workspaceId),
  change: (to: () => Tokens) => authTokensApi.util.updateQueryData('listAuthTokens', { params: { workspaceId } }, to),
});

const tagOf = (workspaceId: string) => ({ type: 'AuthToken', id: workspaceId }) as const;

authTokensApi.enhanceEndpoints({
  endpoints: {
    // Both answers say all that changed, so that the list need not be asked for again.
    createAuthToken: {
      invalidatesTags: [],
      onQueryStarted: ({ params }, started) => {
        const { dispatch, queryFulfilled } = started;
        void queryFulfilled.then(
          ({ data: { authToken } }) =>
            dispatch(changeList(params.workspaceId, (tokens) => [authToken, ...tokens.filter(isNot(authToken))])),
          () => undefined,
        );
        loadAgainIfCrossed(listOf(params.workspaceId), tagOf(params.workspaceId), started);
      },
    },
    revokeAuthToken: {
      invalidatesTags: [],
      onQueryStarted: ({ params }, started) => {
        const { dispatch, queryFulfilled } = started;
        const token = changeToken(params.workspaceId, params.tokenId);
        showAtOnce(token, { revokedAt: new Date().toISOString() }, started);
        // What the API wrote down counts, once it is known.
        void queryFulfilled.then(
          ({ data }) => dispatch(token((shown) => void Object.assign(shown, data.authToken))),
          () => undefined,
        );
        loadAgainIfCrossed(listOf(params.workspaceId), tagOf(params.workspaceId), started);
      },
    },
  },
});

export const { useListAuthTokensQuery, useCreateAuthTokenMutation, useRevokeAuthTokenMutation } = authTokensApi;
