import { AssignableRole, memberCalls, type Member } from '@portal/contract';
import { endpointsFor } from '../http/endpoints-for.ts';
import { dropOnceEnded } from './workspaces.api.ts';
import { portalApi } from './portal-api.ts';
import { showAtOnce } from './show-at-once.ts';

const membersApi = portalApi.injectEndpoints({ endpoints: (build) => endpointsFor(build, memberCalls) });

const changeList = (workspaceId: string, change: (members: Member[]) => Member[] | undefined) =>
  membersApi.util.updateQueryData('listMembers', { params: { workspaceId } }, change);

const changeMember = (workspaceId: string, userId: string) => (change: (member: Member) => void) =>
  changeList(workspaceId, (members) => {
    const changed = members.find((member) => member.userId === userId);
    if (changed) change(changed);
    return undefined;
  });

membersApi.enhanceEndpoints({
  endpoints: {
    // The answers are whole lists, which may be long: they are taken as they come, and not asked for again.
    inviteMember: {
      invalidatesTags: [],
      onQueryStarted: ({ params }, { dispatch, queryFulfilled }) => {
        void queryFulfilled.then(
          ({ data }) => dispatch(changeList(params.workspaceId, () => data)),
          () => undefined,
        );
      },
    },
    changeMemberRole: {
      invalidatesTags: [],
      onQueryStarted: ({ params, body }, started) =>
        showAtOnce(changeMember(params.workspaceId, body.userId), { role: AssignableRole.parse(body.role) }, started),
    },
    removeMember: {
      // A member's tokens end with the membership.
      invalidatesTags: (_result, error, { params }) => (error ? [] : [{ type: 'AuthToken', id: params.workspaceId }]),
      onQueryStarted: ({ params, body }, { dispatch, queryFulfilled }) => {
        void queryFulfilled.then(
          () =>
            dispatch(changeList(params.workspaceId, (members) => members.filter(({ email }) => email !== body.email))),
          () => undefined,
        );
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
