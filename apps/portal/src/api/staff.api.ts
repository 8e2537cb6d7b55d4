import { staffCalls, type QuarantinedUser, type SignUp, type SuspendedUser, type Tag } from '@portal/contract';
import { contractList, contractMutation, contractQuery, pageOfRows } from './contract-endpoints.ts';
import { portalApi } from './portal-api.ts';

const tags: readonly Tag[] = ['StaffUser', 'QuarantinedUser', 'SuspendedUser', 'OwnedWorkspace'];

const limit = 50;

const staffApi = portalApi.enhanceEndpoints({ addTagTypes: tags }).injectEndpoints({
  endpoints: (build) => ({
    findUsersByEmail: contractQuery(build, staffCalls.findUsersByEmail),
    quarantineUser: contractMutation(build, staffCalls.quarantineUser),
    suspendUser: contractMutation(build, staffCalls.suspendUser),
    listQuarantinedUsers: contractList(build, staffCalls.listQuarantinedUsers, {
      limit,
      toPage: pageOfRows<QuarantinedUser>,
    }),
    listSuspendedUsers: contractList(build, staffCalls.listSuspendedUsers, {
      limit,
      toPage: pageOfRows<SuspendedUser>,
    }),
    lookUpWorkspaceOwner: contractQuery(build, staffCalls.lookUpWorkspaceOwner),
    setUpProductionWorkspace: contractMutation(build, staffCalls.setUpProductionWorkspace),
    setUpProductionWorkspaceByUserId: contractMutation(build, staffCalls.setUpProductionWorkspaceByUserId),
    quarantineWorkspace: contractMutation(build, staffCalls.quarantineWorkspace),
    restoreWorkspace: contractMutation(build, staffCalls.restoreWorkspace),
    reportSignups: contractList(build, staffCalls.reportSignups, { limit, toPage: pageOfRows<SignUp> }),
    countSignups: contractQuery(build, staffCalls.countSignups),
  }),
});

export const {
  useFindUsersByEmailQuery,
  useQuarantineUserMutation,
  useSuspendUserMutation,
  useListQuarantinedUsersInfiniteQuery,
  useListSuspendedUsersInfiniteQuery,
  useLookUpWorkspaceOwnerQuery,
  useLazyLookUpWorkspaceOwnerQuery,
  useSetUpProductionWorkspaceMutation,
  useSetUpProductionWorkspaceByUserIdMutation,
  useQuarantineWorkspaceMutation,
  useRestoreWorkspaceMutation,
  useReportSignupsInfiniteQuery,
  useCountSignupsQuery,
} = staffApi;
