import { myInvitationCalls, type ListedInvitation } from '@portal/contract';
import { contractList, contractMutation, toRowsPage } from './cache/contract-endpoints.ts';
import { updateCache, type CachedQuery, type MutationLifecycle } from './cache/optimistic-update.ts';
import { portalApi } from './cache/portal-api.ts';
import { fullListPageSize, removeRows, useAllPages } from './cache/use-all-pages.ts';

export const myInvitationsApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    listMyInvitations: contractList(build, myInvitationCalls.listMyInvitations, {
      limit: fullListPageSize,
      toPage: toRowsPage<ListedInvitation>,
    }),
    acceptInvitation: contractMutation(build, myInvitationCalls.acceptInvitation),
    declineInvitation: contractMutation(build, myInvitationCalls.declineInvitation),
    emailInvitationLink: contractMutation(build, myInvitationCalls.emailInvitationLink),
  }),
});

const select = myInvitationsApi.endpoints.listMyInvitations.select();
type State = Parameters<typeof select>[0];
type List = NonNullable<ReturnType<typeof select>['data']>;

const cachedMyInvitations: CachedQuery<List, State> = {
  select,
  update: (recipe) => myInvitationsApi.util.updateQueryData('listMyInvitations', undefined, recipe),
  getRunningQuery: () => myInvitationsApi.util.getRunningQueryThunk('listMyInvitations', undefined),
};

/** Removes an answered invitation before the list, which the tags of the call invalidate, is loaded again. */
const removeAnswered = (
  { params }: { readonly params: { readonly invitationId: string } },
  lifecycle: MutationLifecycle<State, unknown>,
): void => {
  const applyResult = (list: List) => removeRows(list, ({ id }) => id === params.invitationId);
  void updateCache(cachedMyInvitations, { applyResult }, lifecycle);
};

myInvitationsApi.enhanceEndpoints({
  endpoints: {
    acceptInvitation: { onQueryStarted: removeAnswered },
    declineInvitation: { onQueryStarted: removeAnswered },
  },
});

const invitationId = ({ id }: ListedInvitation) => id;

/** The open invitations of the user. */
export const useMyInvitations = ({ skip }: { skip: boolean }) =>
  useAllPages(myInvitationsApi.useListMyInvitationsInfiniteQuery(undefined, { skip }), invitationId);

export const { useAcceptInvitationMutation, useDeclineInvitationMutation, useEmailInvitationLinkMutation } =
  myInvitationsApi;
