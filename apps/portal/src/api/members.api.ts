import { AssignableRole, memberCalls, type Invitation, type Member } from '@portal/contract';
import { contractList, contractMutation, toRowsPage } from './cache/contract-endpoints.ts';
import { updateCache, type CachedQuery, type MutationLifecycle } from './cache/optimistic-update.ts';
import { findRow, fullListPageSize, removeRows, useAllPages } from './cache/use-all-pages.ts';
import { cachedInvitations, invitationsApi } from './invitations.api.ts';
import { removeFromList } from './workspaces.api.ts';

// The members include the pending invitations, so a change of one list also changes the other.
const membersApi = invitationsApi.injectEndpoints({
  endpoints: (build) => ({
    listMembers: contractList(build, memberCalls.listMembers, { limit: fullListPageSize, toPage: toRowsPage<Member> }),
    inviteMember: contractMutation(build, memberCalls.inviteMember),
    changeMemberRole: contractMutation(build, memberCalls.changeMemberRole),
    removeMember: contractMutation(build, memberCalls.removeMember),
    leaveWorkspace: contractMutation(build, memberCalls.leaveWorkspace),
  }),
});

type Select = ReturnType<typeof membersApi.endpoints.listMembers.select>;
type State = Parameters<Select>[0];
type List = NonNullable<ReturnType<Select>['data']>;
type InvitationList = NonNullable<ReturnType<ReturnType<typeof cachedInvitations>['select']>['data']>;

const cachedList = (workspaceId: string): CachedQuery<List, State> => {
  const input = { params: { workspaceId } };
  return {
    tag: { type: 'Member', id: workspaceId },
    select: membersApi.endpoints.listMembers.select(input),
    update: (recipe) => membersApi.util.updateQueryData('listMembers', input, recipe),
    getRunningQuery: () => membersApi.util.getRunningQueryThunk('listMembers', input),
  };
};

const memberId = ({ userId }: Member) => userId;

export const useMembers = (workspaceId: string) =>
  useAllPages(membersApi.useListMembersInfiniteQuery({ params: { workspaceId } }), memberId);

interface RemovedRows {
  readonly isRemovedMember: (member: Member) => boolean;
  readonly isRemovedInvitation: (invitation: Invitation) => boolean;
}

/** Removes a member from both lists at once. Otherwise the list that is refetched later would show the row again. */
function removeFromLists(
  workspaceId: string,
  { isRemovedMember, isRemovedInvitation }: RemovedRows,
  lifecycle: MutationLifecycle<State, unknown>,
): void {
  const removeMember = (list: List) => removeRows(list, isRemovedMember);
  void updateCache(cachedList(workspaceId), { applyResult: removeMember }, lifecycle);
  const removeInvitation = (list: InvitationList) => removeRows(list, isRemovedInvitation);
  void updateCache(cachedInvitations(workspaceId), { applyResult: removeInvitation }, lifecycle);
}

interface EndedRights {
  readonly params: { readonly workspaceId: string };
  readonly body: { readonly cancelInvitations?: boolean | undefined };
}

/** The invitations of a member who may no longer invite end or get another sender. The user was asked if there are any. */
const invalidatesInvitations = (_result: unknown, error: unknown, { params, body }: EndedRights) =>
  error || body.cancelInvitations === undefined
    ? []
    : [
        { type: 'Member' as const, id: params.workspaceId },
        { type: 'Invitation' as const, id: params.workspaceId },
      ];

membersApi.enhanceEndpoints({
  endpoints: {
    // The responses contain the complete list, so that it is not refetched.
    inviteMember: {
      invalidatesTags: (_result, error, { params }) => (error ? [] : [{ type: 'Invitation', id: params.workspaceId }]),
      onQueryStarted: ({ params }, lifecycle) => {
        const applyResult = (list: List, rows: Member[]) => {
          list.pages = [{ rows, next: null }];
          list.pageParams = [undefined];
        };
        void updateCache(cachedList(params.workspaceId), { applyResult }, lifecycle);
      },
    },
    changeMemberRole: {
      invalidatesTags: invalidatesInvitations,
      onQueryStarted: ({ params, body }, lifecycle) => {
        const find = (list: List) => findRow(list, ({ userId }) => userId === body.userId);
        const fields = { role: AssignableRole.parse(body.role) };
        void updateCache(cachedList(params.workspaceId), { optimistic: { find, fields } }, lifecycle);
      },
    },
    removeMember: {
      // The API revokes the tokens of a removed member.
      invalidatesTags: (result, error, input) =>
        error
          ? []
          : [{ type: 'AuthToken', id: input.params.workspaceId }, ...invalidatesInvitations(result, error, input)],
      onQueryStarted: ({ params: { workspaceId }, body }, lifecycle) => {
        const isRemoved = ({ email }: { email: string }) => email === body.email;
        removeFromLists(workspaceId, { isRemovedMember: isRemoved, isRemovedInvitation: isRemoved }, lifecycle);
      },
    },
    cancelInvitation: {
      onQueryStarted: ({ params: { workspaceId, invitationId } }, lifecycle) => {
        // The id of a pending member is the id of the invitation.
        const isRemovedMember = ({ userId, pending }: Member) => pending && userId === invitationId;
        const isRemovedInvitation = ({ id }: Invitation) => id === invitationId;
        removeFromLists(workspaceId, { isRemovedMember, isRemovedInvitation }, lifecycle);
      },
    },
    leaveWorkspace: { invalidatesTags: [], onQueryStarted: removeFromList },
  },
});

export const {
  useInviteMemberMutation,
  useChangeMemberRoleMutation,
  useRemoveMemberMutation,
  useLeaveWorkspaceMutation,
} = membersApi;
