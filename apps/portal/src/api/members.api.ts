import { memberCalls } from '@portal/contract';
import { endpointsFor } from '../http/endpoints-for.ts';
import { dropFromList } from './workspaces.api.ts';
import { portalApi } from './portal-api.ts';

const membersApi = portalApi
  .injectEndpoints({ endpoints: (build) => endpointsFor(build, memberCalls) })
  .enhanceEndpoints({
    endpoints: {
      leaveWorkspace: {
        invalidatesTags: [],
        onQueryStarted: ({ params }, { dispatch, queryFulfilled }) => {
          void queryFulfilled.then(
            () => dispatch(dropFromList(params.workspaceId)),
            () => undefined,
          );
        },
      },
    },
  });

export const {
  useListMembersQuery,
  useInviteMemberMutation,
  useChangeMemberRoleMutation,
  useRemoveMemberMutation,
  useLeaveWorkspaceMutation,
} = membersApi;
