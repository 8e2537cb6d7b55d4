import {
  cursorOf,
  staffCalls,
  type QuarantinedUser,
  type ReportPeriod,
  type SignUp,
  type SuspendedUser,
  type Tag,
} from '@portal/contract';
import type { EndpointBuilder } from '@reduxjs/toolkit/query/react';
import type { AskedCall } from '../http/asked-call.ts';
import type { ContractQuery } from '../http/base-query.ts';
import { endpointsFor, type apiPath } from '../http/endpoints-for.ts';
import { portalApi } from './portal-api.ts';

type Build = EndpointBuilder<ContractQuery, Tag, typeof apiPath>;

const pageSize = 50;

interface Page<Row> {
  readonly rows: Row[];
  /** After which row the next page begins; undefined on the last one. */
  readonly next: string | undefined;
}

/** A list that is read page by page, as far as somebody asks for more. */
function pagesOf<Row, Query>(build: Build, call: AskedCall, cursor: (row: Row) => string) {
  return build.infiniteQuery<Page<Row>, Query, string | undefined>({
    infiniteQueryOptions: { initialPageParam: undefined, getNextPageParam: ({ next }) => next },
    // One row more than is shown tells whether there is more to show.
    query: ({ queryArg, pageParam }) => ({
      call,
      input: { query: { ...queryArg, limit: pageSize + 1, after: pageParam } },
    }),
    transformResponse: (found: Row[]) => {
      const rows = found.slice(0, pageSize);
      const last = rows.at(-1);
      return { rows, next: last && found.length > pageSize ? cursor(last) : undefined };
    },
    providesTags: [...(call.reads ?? [])],
  });
}

const tags: readonly Tag[] = ['StaffUser', 'QuarantinedUser', 'SuspendedUser', 'OwnedWorkspace'];

const { listQuarantinedUsers, listSuspendedUsers, reportSignups, ...single } = staffCalls;

// RTK Query spells "no argument" void.
/* oxlint-disable typescript/no-invalid-void-type -- see above */
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
/* oxlint-enable typescript/no-invalid-void-type */

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
