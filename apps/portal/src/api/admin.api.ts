import {
  adminCalls,
  auditCalls,
  type OwnershipReassignment,
  type QuarantinedUser,
  type SignUp,
  type SuspendedUser,
  type Tag,
  type WorkspaceForStaff,
} from '@portal/contract';
import {
  contractList,
  contractMutation,
  contractQuery,
  toResponsePage,
  toRowsPage,
} from './cache/contract-endpoints.ts';
import { updateCache, type CachedQuery } from './cache/optimistic-update.ts';
import { portalApi } from './cache/portal-api.ts';
import { toAuditPage } from './to-audit-page.ts';

const tags: readonly Tag[] = ['AdminUser', 'QuarantinedUser', 'SuspendedUser', 'AdminWorkspace'];

/** For lists on pages of their own. */
const reportPageSize = 50;

/** For search results, and for lists on the page of a user or a workspace. */
const pageSize = 20;

const adminApi = portalApi.enhanceEndpoints({ addTagTypes: tags }).injectEndpoints({
  endpoints: (build) => ({
    getStaffHome: contractQuery(build, adminCalls.getStaffHome),
    findUsersByEmail: contractQuery(build, adminCalls.findUsersByEmail),
    quarantineUser: contractMutation(build, adminCalls.quarantineUser),
    suspendUser: contractMutation(build, adminCalls.suspendUser),
    endUserSessions: contractMutation(build, adminCalls.endUserSessions),
    listQuarantinedUsers: contractList(build, adminCalls.listQuarantinedUsers, {
      limit: reportPageSize,
      toPage: toRowsPage<QuarantinedUser>,
    }),
    listSuspendedUsers: contractList(build, adminCalls.listSuspendedUsers, {
      limit: reportPageSize,
      toPage: toRowsPage<SuspendedUser>,
    }),
    lookUpWorkspaceOwner: contractQuery(build, adminCalls.lookUpWorkspaceOwner),
    setUpProductionWorkspace: contractMutation(build, adminCalls.setUpProductionWorkspace),
    setUpProductionWorkspaceByUserId: contractMutation(build, adminCalls.setUpProductionWorkspaceByUserId),
    quarantineWorkspace: contractMutation(build, adminCalls.quarantineWorkspace),
    listQuarantinedWorkspaces: contractList(build, adminCalls.listQuarantinedWorkspaces, {
      limit: reportPageSize,
      toPage: toResponsePage,
    }),
    restoreWorkspace: contractMutation(build, adminCalls.restoreWorkspace),
    reassignOwnership: contractMutation(build, adminCalls.reassignOwnership),
    confirmReassignment: contractMutation(build, adminCalls.confirmReassignment),
    cancelReassignment: contractMutation(build, adminCalls.cancelReassignment),
    getWorkspaceCredentialsForStaff: contractQuery(build, adminCalls.getWorkspaceCredentialsForStaff),
    getUserCredentialsForStaff: contractQuery(build, adminCalls.getUserCredentialsForStaff),
    reportSignups: contractList(build, adminCalls.reportSignups, { limit: reportPageSize, toPage: toRowsPage<SignUp> }),
    countSignups: contractQuery(build, adminCalls.countSignups),
    getUserForStaff: contractQuery(build, adminCalls.getUserForStaff),
    getWorkspaceForStaff: contractQuery(build, adminCalls.getWorkspaceForStaff),
    searchUsers: contractList(build, adminCalls.searchUsers, { limit: pageSize, toPage: toResponsePage }),
    searchWorkspaces: contractList(build, adminCalls.searchWorkspaces, { limit: pageSize, toPage: toResponsePage }),
    listWorkspacesOfUser: contractList(build, adminCalls.listWorkspacesOfUser, {
      limit: pageSize,
      toPage: toResponsePage,
    }),
    listAuthTokensOfUser: contractList(build, adminCalls.listAuthTokensOfUser, {
      limit: pageSize,
      toPage: toResponsePage,
    }),
    listSessionsOfUser: contractList(build, adminCalls.listSessionsOfUser, { limit: pageSize, toPage: toResponsePage }),
    listAuditEntriesOfUser: contractList(build, adminCalls.listAuditEntriesOfUser, {
      limit: pageSize,
      toPage: toAuditPage,
    }),
    listMembersForStaff: contractList(build, adminCalls.listMembersForStaff, {
      limit: pageSize,
      toPage: toResponsePage,
    }),
    listAuthTokensForStaff: contractList(build, adminCalls.listAuthTokensForStaff, {
      limit: pageSize,
      toPage: toResponsePage,
    }),
    listServiceAccountsForStaff: contractList(build, adminCalls.listServiceAccountsForStaff, {
      limit: pageSize,
      toPage: toResponsePage,
    }),
    revokeAuthTokenByStaff: contractMutation(build, adminCalls.revokeAuthTokenByStaff),
    deleteServiceAccountByStaff: contractMutation(build, adminCalls.deleteServiceAccountByStaff),
    listAuditEntriesOfWorkspace: contractList(build, auditCalls.listAuditEntries, {
      limit: pageSize,
      toPage: toAuditPage,
      tags: ['AdminWorkspace'],
    }),
  }),
});

type State = Parameters<ReturnType<typeof adminApi.endpoints.getWorkspaceForStaff.select>>[0];

const cachedWorkspace = (workspaceId: string): CachedQuery<WorkspaceForStaff, State> => {
  const input = { params: { workspaceId } };
  return {
    select: adminApi.endpoints.getWorkspaceForStaff.select(input),
    update: (recipe) => adminApi.util.updateQueryData('getWorkspaceForStaff', input, recipe),
    getRunningQuery: () => adminApi.util.getRunningQueryThunk('getWorkspaceForStaff', input),
  };
};

function applyReassignment(
  workspace: WorkspaceForStaff,
  { reassignment }: { reassignment: OwnershipReassignment },
): void {
  workspace.reassignment = reassignment;
}

// The page shows the change before the refetch, which the tags of the calls cause, completes.
adminApi.enhanceEndpoints({
  endpoints: {
    reassignOwnership: {
      onQueryStarted: ({ params }, lifecycle) => {
        void updateCache(cachedWorkspace(params.workspaceId), { applyResult: applyReassignment }, lifecycle);
      },
    },
    confirmReassignment: {
      onQueryStarted: ({ params }, lifecycle) => {
        void updateCache(cachedWorkspace(params.workspaceId), { applyResult: applyReassignment }, lifecycle);
      },
    },
    cancelReassignment: {
      onQueryStarted: ({ params }, lifecycle) => {
        const applyResult = (workspace: WorkspaceForStaff) => {
          workspace.reassignment = null;
        };
        void updateCache(cachedWorkspace(params.workspaceId), { applyResult }, lifecycle);
      },
    },
  },
});

export const {
  useGetStaffHomeQuery,
  useFindUsersByEmailQuery,
  useQuarantineUserMutation,
  useSuspendUserMutation,
  useEndUserSessionsMutation,
  useListQuarantinedUsersInfiniteQuery,
  useListSuspendedUsersInfiniteQuery,
  useLookUpWorkspaceOwnerQuery,
  useLazyFindUsersByEmailQuery,
  useLazyLookUpWorkspaceOwnerQuery,
  useSetUpProductionWorkspaceMutation,
  useSetUpProductionWorkspaceByUserIdMutation,
  useQuarantineWorkspaceMutation,
  useListQuarantinedWorkspacesInfiniteQuery,
  useRestoreWorkspaceMutation,
  useReassignOwnershipMutation,
  useConfirmReassignmentMutation,
  useCancelReassignmentMutation,
  useGetWorkspaceCredentialsForStaffQuery,
  useGetUserCredentialsForStaffQuery,
  useReportSignupsInfiniteQuery,
  useCountSignupsQuery,
  useGetUserForStaffQuery,
  useLazyGetUserForStaffQuery,
  useGetWorkspaceForStaffQuery,
  useSearchUsersInfiniteQuery,
  useSearchWorkspacesInfiniteQuery,
  useListWorkspacesOfUserInfiniteQuery,
  useListAuthTokensOfUserInfiniteQuery,
  useListSessionsOfUserInfiniteQuery,
  useListAuditEntriesOfUserInfiniteQuery,
  useListMembersForStaffInfiniteQuery,
  useListAuthTokensForStaffInfiniteQuery,
  useListServiceAccountsForStaffInfiniteQuery,
  useRevokeAuthTokenByStaffMutation,
  useDeleteServiceAccountByStaffMutation,
  useListAuditEntriesOfWorkspaceInfiniteQuery,
} = adminApi;
