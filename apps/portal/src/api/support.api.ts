import { auditCalls, supportCalls, type Tag } from '@portal/contract';
import { contractList, contractQuery, pageOfResponse } from './contract-endpoints.ts';
import { portalApi } from './portal-api.ts';

const limit = 20;

const supportApi = portalApi
  .enhanceEndpoints({ addTagTypes: ['StaffUser', 'OwnedWorkspace'] satisfies Tag[] })
  .injectEndpoints({
    endpoints: (build) => ({
      getUserForStaff: contractQuery(build, supportCalls.getUserForStaff),
      getWorkspaceForStaff: contractQuery(build, supportCalls.getWorkspaceForStaff),
      searchUsers: contractList(build, supportCalls.searchUsers, { limit, toPage: pageOfResponse }),
      searchWorkspaces: contractList(build, supportCalls.searchWorkspaces, { limit, toPage: pageOfResponse }),
      listWorkspacesOfUser: contractList(build, supportCalls.listWorkspacesOfUser, { limit, toPage: pageOfResponse }),
      listAuthTokensOfUser: contractList(build, supportCalls.listAuthTokensOfUser, { limit, toPage: pageOfResponse }),
      listSessionsOfUser: contractList(build, supportCalls.listSessionsOfUser, { limit, toPage: pageOfResponse }),
      listAuditEntriesOfUser: contractList(build, supportCalls.listAuditEntriesOfUser, {
        limit,
        toPage: pageOfResponse,
      }),
      listMembersForStaff: contractList(build, supportCalls.listMembersForStaff, { limit, toPage: pageOfResponse }),
      listAuthTokensForStaff: contractList(build, supportCalls.listAuthTokensForStaff, {
        limit,
        toPage: pageOfResponse,
      }),
      listActionsOnWorkspace: contractList(build, auditCalls.listAuditEntries, {
        limit,
        toPage: pageOfResponse,
        tags: ['OwnedWorkspace'],
      }),
    }),
  });

export const {
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
  useListActionsOnWorkspaceInfiniteQuery,
} = supportApi;
