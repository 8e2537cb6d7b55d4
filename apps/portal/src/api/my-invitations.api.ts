import { myInvitationCalls, type MyInvitation } from '@portal/contract';
import { contractMutation, contractQuery } from './contract-endpoints.ts';
import { updateCache, type CachedQuery, type MutationLifecycle } from './optimistic-update.ts';
import { portalApi } from './portal-api.ts';

const myInvitationsApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    listMyInvitations: contractQuery(build, myInvitationCalls.listMyInvitations),
    acceptInvitation: contractMutation(build, myInvitationCalls.acceptInvitation),
    declineInvitation: contractMutation(build, myInvitationCalls.declineInvitation),
  }),
});

const select = myInvitationsApi.endpoints.listMyInvitations.select(undefined);
type State = Parameters<typeof select>[0];

const cachedMyInvitations: CachedQuery<MyInvitation[], State> = {
  select,
  update: (recipe) => myInvitationsApi.util.updateQueryData('listMyInvitations', undefined, recipe),
  getRunningQuery: () => myInvitationsApi.util.getRunningQueryThunk('listMyInvitations', undefined),
};

/** Removes an answered invitation before the list, which the tags of the call invalidate, is loaded again. */
const removeAnswered = (
  { params }: { readonly params: { readonly invitationId: string } },
  lifecycle: MutationLifecycle<State, unknown>,
): void => {
  const applyResult = (list: MyInvitation[]) => {
    const index = list.findIndex(({ id }) => id === params.invitationId);
    if (index >= 0) list.splice(index, 1);
  };
  void updateCache(cachedMyInvitations, { applyResult }, lifecycle);
};

myInvitationsApi.enhanceEndpoints({
  endpoints: {
    acceptInvitation: { onQueryStarted: removeAnswered },
    declineInvitation: { onQueryStarted: removeAnswered },
  },
});

/** Requests the invitations of the user before the page that shows them is loaded. */
export const fetchMyInvitations = () =>
  myInvitationsApi.endpoints.listMyInvitations.initiate(undefined, { subscribe: false });

export const { useListMyInvitationsQuery, useAcceptInvitationMutation, useDeclineInvitationMutation } =
  myInvitationsApi;
