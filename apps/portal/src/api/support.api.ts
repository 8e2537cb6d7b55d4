import { auditCalls, supportCalls, type AnswerOf, type Tag } from '@portal/contract';
import type { EndpointBuilder } from '@reduxjs/toolkit/query/react';
import type { AskedCall } from '../http/asked-call.ts';
import type { ContractQuery } from '../http/base-query.ts';
import { endpointsFor, type apiPath } from '../http/endpoints-for.ts';
import type { RequestInput } from '../http/request.ts';
import { portalApi } from './portal-api.ts';

type Build = EndpointBuilder<ContractQuery, Tag, typeof apiPath>;

const pageSize = 20;

/** A list whose answer tells what its next page is asked for. */
function pagesOf<Answer extends { next: string | null }, Asked extends RequestInput>(
  build: Build,
  call: AskedCall,
  tags = call.reads,
) {
  return build.infiniteQuery<Answer, Asked, string | undefined>({
    infiniteQueryOptions: { initialPageParam: undefined, getNextPageParam: ({ next }) => next ?? undefined },
    query: ({ queryArg, pageParam }) => ({
      call,
      input: { ...queryArg, query: { ...queryArg.query, limit: pageSize, after: pageParam } },
    }),
    providesTags: [...(tags ?? [])],
  });
}

interface Search {
  readonly query: { readonly query: string };
}
interface OfUser {
  readonly params: { readonly userId: string };
}
interface OfWorkspace {
  readonly params: { readonly workspaceId: string };
}
interface ActsOnWorkspace {
  readonly query: { readonly workspaceId: string; readonly kind: 'acts' };
}

type Answer<Name extends keyof typeof supportCalls> = AnswerOf<(typeof supportCalls)[Name]>;
type AuditPage = AnswerOf<typeof auditCalls.listAuditEntries>;

const { getUserForStaff, getWorkspaceForStaff, ...lists } = supportCalls;

const supportApi = portalApi
  .enhanceEndpoints({ addTagTypes: ['StaffUser', 'OwnedWorkspace'] satisfies Tag[] })
  .injectEndpoints({
    endpoints: (build) => ({
      ...endpointsFor(build, { getUserForStaff, getWorkspaceForStaff }),
      searchUsers: pagesOf<Answer<'searchUsers'>, Search>(build, lists.searchUsers),
      searchWorkspaces: pagesOf<Answer<'searchWorkspaces'>, Search>(build, lists.searchWorkspaces),
      listWorkspacesOfUser: pagesOf<Answer<'listWorkspacesOfUser'>, OfUser>(build, lists.listWorkspacesOfUser),
      listAuthTokensOfUser: pagesOf<Answer<'listAuthTokensOfUser'>, OfUser>(build, lists.listAuthTokensOfUser),
      listSessionsOfUser: pagesOf<Answer<'listSessionsOfUser'>, OfUser>(build, lists.listSessionsOfUser),
      listAuditEntriesOfUser: pagesOf<AuditPage, OfUser>(build, lists.listAuditEntriesOfUser),
      listMembersForStaff: pagesOf<Answer<'listMembersForStaff'>, OfWorkspace>(build, lists.listMembersForStaff),
      listAuthTokensForStaff: pagesOf<Answer<'listAuthTokensForStaff'>, OfWorkspace>(
        build,
        lists.listAuthTokensForStaff,
      ),
      listActsOnWorkspace: pagesOf<AuditPage, ActsOnWorkspace>(build, auditCalls.listAuditEntries, ['OwnedWorkspace']),
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
  useListActsOnWorkspaceInfiniteQuery,
} = supportApi;
