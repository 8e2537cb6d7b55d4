import { AssignableRole, memberCalls, type Member } from '@portal/contract';
import { contractList, contractMutation, toRowsPage } from './contract-endpoints.ts';
import { updateCache, type CachedQuery } from './optimistic-update.ts';
import { portalApi } from './portal-api.ts';
import { findRow, fullListPageSize, removeRows, useAllPages } from './use-all-pages.ts';
import { removeFromList } from './workspaces.api.ts';

const membersApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    listMembers: contractList(build, memberCalls.listMembers, { limit: fullListPageSize, toPage: toRowsPage<Member> }),
    inviteMember: contractMutation(build, memberCalls.inviteMember),
    changeMemberRole: contractMutation(build, memberCalls.changeMemberRole),
    removeMember: contractMutation(build, memberCalls.removeMember),
    leaveWorkspace: contractMutation(build, memberCalls.leaveWorkspace),
  }),
});

type Select = ReturnType<typeof membersApi.endpoints.listMembers.select>;
type List = NonNullable<ReturnType<Select>['data']>;

const cachedList = (workspaceId: string): CachedQuery<List, Parameters<Select>[0]> => {
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
      invalidatesTags: [],
      onQueryStarted: ({ params, body }, lifecycle) => {
        const find = (list: List) => findRow(list, ({ userId }) => userId === body.userId);
        const fields = { role: AssignableRole.parse(body.role) };
        void updateCache(cachedList(params.workspaceId), { optimistic: { find, fields } }, lifecycle);
      },
    },
    removeMember: {
      // The API revokes the tokens of a removed member.
      invalidatesTags: (_result, error, { params }) => (error ? [] : [{ type: 'AuthToken', id: params.workspaceId }]),
      onQueryStarted: ({ params, body }, lifecycle) => {
        const applyResult = (list: List) => removeRows(list, ({ email }) => email === body.email);
        void updateCache(cachedList(params.workspaceId), { applyResult }, lifecycle);
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
