import { AssignableRole, memberCalls, type Member } from '@portal/contract';
import { endpointsFor } from '../http/endpoints-for.ts';
import { rowToChange, withRows } from './change-rows.ts';
import { listInPages, type Listed, type Page } from './list-in-pages.ts';
import { dropOnceEnded } from './workspaces.api.ts';
import { loadAgainIfCrossed } from './load-again-if-crossed.ts';
import { portalApi } from './portal-api.ts';
import { showAtOnce } from './show-at-once.ts';

const members = {
  call: memberCalls.listMembers,
  keep: (rows: Member[]) => ({ rows }),
  idOf: ({ userId }: Member) => userId,
};

const membersApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    ...endpointsFor(build, memberCalls),
    listMembers: listInPages(build, members),
  }),
});

const changeList = (workspaceId: string, change: (list: Listed<Page<Member>>) => Listed<Page<Member>> | undefined) =>
  membersApi.util.updateQueryData('listMembers', { params: { workspaceId } }, change);

const changeMember = (workspaceId: string, userId: string) => (change: (member: Member) => void) =>
  changeList(workspaceId, ({ rows }) => {
    const changed = rowToChange(rows, (member) => member.userId === userId);
    if (changed) change(changed);
    return undefined;
  });

const listOf = (workspaceId: string) => membersApi.endpoints.listMembers.select({ params: { workspaceId } });

/** The members of a workspace, for whoever goes on with them where they stopped. */
export const listedMembers = (workspaceId: string) => ({
  kind: members,
  input: { params: { workspaceId } },
  select: listOf(workspaceId),
  change: (to: () => Listed<Page<Member>>) => changeList(workspaceId, to),
});

const tagOf = (workspaceId: string) => ({ type: 'Member', id: workspaceId }) as const;

membersApi.enhanceEndpoints({
  endpoints: {
    // The answers are whole lists, which may be long: they are taken as they come, and not asked for again.
    inviteMember: {
      invalidatesTags: [],
      onQueryStarted: ({ params }, started) => {
        void started.queryFulfilled.then(
          ({ data }) => started.dispatch(changeList(params.workspaceId, () => ({ rows: data, next: null }))),
          () => undefined,
        );
        loadAgainIfCrossed(listOf(params.workspaceId), tagOf(params.workspaceId), started);
      },
    },
    changeMemberRole: {
      invalidatesTags: [],
      onQueryStarted: ({ params, body }, started) => {
        showAtOnce(changeMember(params.workspaceId, body.userId), { role: AssignableRole.parse(body.role) }, started);
        loadAgainIfCrossed(listOf(params.workspaceId), tagOf(params.workspaceId), started);
      },
    },
    removeMember: {
      // A member's tokens end with the membership.
      invalidatesTags: (_result, error, { params }) => (error ? [] : [{ type: 'AuthToken', id: params.workspaceId }]),
      onQueryStarted: ({ params, body }, started) => {
        const without = (list: Listed<Page<Member>>) =>
          withRows(list, (members) => members.filter(({ email }) => email !== body.email));
        void started.queryFulfilled.then(
          () => started.dispatch(changeList(params.workspaceId, without)),
          () => undefined,
        );
        loadAgainIfCrossed(listOf(params.workspaceId), tagOf(params.workspaceId), started);
      },
    },
    leaveWorkspace: { invalidatesTags: [], onQueryStarted: dropOnceEnded },
  },
});

export const {
  useListMembersQuery,
  useInviteMemberMutation,
  useChangeMemberRoleMutation,
  useRemoveMemberMutation,
  useLeaveWorkspaceMutation,
} = membersApi;
