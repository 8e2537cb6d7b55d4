import { invitationCalls, type Invitation } from '@portal/contract';
import { contractList, contractMutation, contractQuery, toRowsPage } from './cache/contract-endpoints.ts';
import type { CachedQuery } from './cache/optimistic-update.ts';
import { portalApi } from './cache/portal-api.ts';
import { fullListPageSize, useAllPages } from './cache/use-all-pages.ts';

export const invitationsApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    listInvitations: contractList(build, invitationCalls.listInvitations, {
      limit: fullListPageSize,
      toPage: toRowsPage<Invitation>,
    }),
    inviteMembers: contractMutation(build, invitationCalls.inviteMembers),
    // A POST, because of the addresses.
    checkInvitationEmails: contractQuery(build, invitationCalls.checkInvitationEmails),
    resendInvitation: contractMutation(build, invitationCalls.resendInvitation),
    cancelInvitation: contractMutation(build, invitationCalls.cancelInvitation),
    createInvitationLink: contractMutation(build, invitationCalls.createInvitationLink),
    // A POST, so that the token is not part of a URL.
    openInvitationLink: contractQuery(build, invitationCalls.openInvitationLink),
    previewInvitationLink: contractQuery(build, invitationCalls.previewInvitationLink),
    intendAcceptance: contractMutation(build, invitationCalls.intendAcceptance),
  }),
});

invitationsApi.enhanceEndpoints({
  endpoints: {
    openInvitationLink: {
      // The user's list then shows the invitation, or the workspaces that the link handed over or that the user has joined.
      async onQueryStarted(_input, { dispatch, queryFulfilled }) {
        const opened = await queryFulfilled.catch(() => undefined);
        const status = opened?.data.status;
        if (status === 'open') dispatch(invitationsApi.util.invalidateTags(['MyInvitation']));
        if (status === 'claimed' || status === 'alreadyMember')
          dispatch(invitationsApi.util.invalidateTags(['MyInvitation', 'Workspace']));
      },
    },
  },
});

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

const invitationId = ({ id }: Invitation) => id;

/** The invitations of a workspace. Only its owner and approvers may load them. */
export const useInvitations = (workspaceId: string, { skip }: { readonly skip: boolean }) =>
  useAllPages(invitationsApi.useListInvitationsInfiniteQuery({ params: { workspaceId } }, { skip }), invitationId);

export const {
  useInviteMembersMutation,
  useCheckInvitationEmailsQuery,
  useResendInvitationMutation,
  useCancelInvitationMutation,
  useCreateInvitationLinkMutation,
  useOpenInvitationLinkQuery,
  usePreviewInvitationLinkQuery,
  useIntendAcceptanceMutation,
} = invitationsApi;
