import {
  cursorOf,
  staffCalls,
  type Call,
  type QuarantinedUser,
  type ReportPeriod,
  type SignUp,
  type SuspendedUser,
  type Tag,
} from '@portal/contract';
import type { EndpointBuilder } from '@reduxjs/toolkit/query/react';
import type { ContractQuery } from '../http/base-query.ts';
import { endpointsFor, type apiPath } from '../http/endpoints-for.ts';
import { portalApi } from './portal-api.ts';

type Build = EndpointBuilder<ContractQuery, Tag, typeof apiPath>;

const pageSize = 50;

/** A list that is read page by page, as far as somebody asks for more. */
function pagesOf<Row, Query>(build: Build, call: Call, cursor: (row: Row) => string) {
  return build.infiniteQuery<Row[], Query, string | undefined>({
    infiniteQueryOptions: {
      initialPageParam: undefined,
      getNextPageParam: (page) => {
        const last = page.at(-1);
        return last && page.length === pageSize ? cursor(last) : undefined;
      },
    },
    query: ({ queryArg, pageParam }) => ({
      call,
      input: { query: { ...queryArg, limit: pageSize, after: pageParam } },
    }),
    providesTags: [...(call.reads ?? [])],
  });
}

const tags: readonly Tag[] = ['StaffUser', 'QuarantinedUser', 'SuspendedUser', 'OwnedWorkspace'];

const { listQuarantinedUsers, listSuspendedUsers, reportSignups, ...single } = staffCalls;

// RTK Query spells "no argument" void.
/* eslint-disable @typescript-eslint/no-invalid-void-type -- see above */
const staffApi = portalApi.enhanceEndpoints({ addTagTypes: tags }).injectEndpoints({
  endpoints: (build) => ({
    ...endpointsFor(build, single),
    listQuarantinedUsers: pagesOf<QuarantinedUser, void>(build, listQuarantinedUsers, (row) =>
      cursorOf(row.quarantinedAt, row.userId),
    ),
    listSuspendedUsers: pagesOf<SuspendedUser, void>(build, listSuspendedUsers, (row) =>
      cursorOf(row.suspendedAt, row.userId),
    ),
    reportSignups: pagesOf<SignUp, ReportPeriod>(build, reportSignups, (row) => cursorOf(row.signupAt, row.userId)),
  }),
});
/* eslint-enable @typescript-eslint/no-invalid-void-type */

export const {
  useLazyFindUsersByEmailQuery,
  useQuarantineUserMutation,
  useSuspendUserMutation,
  useListQuarantinedUsersInfiniteQuery,
  useListSuspendedUsersInfiniteQuery,
  useLazyLookUpWorkspaceOwnerQuery,
  useSetUpProductionWorkspaceMutation,
  useSetUpProductionWorkspaceByUserIdMutation,
  useQuarantineWorkspaceMutation,
  useRestoreWorkspaceMutation,
  useReportSignupsInfiniteQuery,
  useCountSignupsQuery,
} = staffApi;
