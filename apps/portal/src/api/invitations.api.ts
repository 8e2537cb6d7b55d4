import { invitationCalls, type Invitation, type MyInvitation } from '@portal/contract';
import { contractList, contractMutation, contractQuery, toRowsPage } from './contract-endpoints.ts';
import { updateCache, type CachedQuery, type MutationLifecycle } from './optimistic-update.ts';
import { portalApi } from './portal-api.ts';
import { fullListPageSize, useAllPages } from './use-all-pages.ts';

export const invitationsApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    listInvitations: contractList(build, invitationCalls.listInvitations, {
      limit: fullListPageSize,
      toPage: toRowsPage<Invitation>,
    }),
    inviteMembers: contractMutation(build, invitationCalls.inviteMembers),
    resendInvitation: contractMutation(build, invitationCalls.resendInvitation),
    cancelInvitation: contractMutation(build, invitationCalls.cancelInvitation),
    createInvitationLink: contractMutation(build, invitationCalls.createInvitationLink),
    listMyInvitations: contractQuery(build, invitationCalls.listMyInvitations),
    // A POST, so that the token is not part of a URL. It changes nothing.
    openInvitationLink: contractQuery(build, invitationCalls.openInvitationLink),
    acceptInvitation: contractMutation(build, invitationCalls.acceptInvitation),
    declineInvitation: contractMutation(build, invitationCalls.declineInvitation),
  }),
});

const select = invitationsApi.endpoints.listMyInvitations.select(undefined);
type State = Parameters<typeof select>[0];

const cachedMyInvitations: CachedQuery<MyInvitation[], State> = {
  select,
  update: (recipe) => invitationsApi.util.updateQueryData('listMyInvitations', undefined, recipe),
  getRunningQuery: () => invitationsApi.util.getRunningQueryThunk('listMyInvitations', undefined),
};

type Select = ReturnType<typeof invitationsApi.endpoints.listInvitations.select>;
type List = NonNullable<ReturnType<Select>['data']>;

/** The invitations of a workspace. */
export const cachedInvitations = (workspaceId: string): CachedQuery<List, Parameters<Select>[0]> => {
  const input = { params: { workspaceId } };
  return {
    tag: { type: 'Invitation', id: workspaceId },
    select: invitationsApi.endpoints.listInvitations.select(input),
    update: (recipe) => invitationsApi.util.updateQueryData('listInvitations', input, recipe),
    getRunningQuery: () => invitationsApi.util.getRunningQueryThunk('listInvitations', input),
  };
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

invitationsApi.enhanceEndpoints({
  endpoints: {
    acceptInvitation: { onQueryStarted: removeAnswered },
    declineInvitation: { onQueryStarted: removeAnswered },
  },
});

const invitationId = ({ id }: Invitation) => id;

/** The invitations of a workspace. Only its owner and approvers may load them. */
export const useInvitations = (workspaceId: string, { skip }: { readonly skip: boolean }) =>
  useAllPages(invitationsApi.useListInvitationsInfiniteQuery({ params: { workspaceId } }, { skip }), invitationId);

/** Requests the invitations of the user before the page that shows them is loaded. */
export const fetchMyInvitations = () =>
  invitationsApi.endpoints.listMyInvitations.initiate(undefined, { subscribe: false });

export const {
  useInviteMembersMutation,
  useResendInvitationMutation,
  useCancelInvitationMutation,
  useCreateInvitationLinkMutation,
  useListMyInvitationsQuery,
  useOpenInvitationLinkQuery,
  useAcceptInvitationMutation,
  useDeclineInvitationMutation,
} = invitationsApi;
