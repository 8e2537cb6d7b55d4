import { memberCalls } from '@portal/contract';
import { endpointsFor } from '../http/endpoints-for.ts';
import { dropOnceEnded } from './workspaces.api.ts';
import { portalApi } from './portal-api.ts';

const membersApi = portalApi
  .injectEndpoints({ endpoints: (build) => endpointsFor(build, memberCalls) })
  .enhanceEndpoints({
    endpoints: {
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
