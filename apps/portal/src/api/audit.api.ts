import { auditCalls, type AnswerOf, type AuditSelection } from '@portal/contract';
import { portalApi } from './portal-api.ts';

const { listAuditEntries, listWorkspaceAuditEntries } = auditCalls;
const pageSize = 20;
const pageSizeOfStaff = 50;

const pages = {
  infiniteQueryOptions: {
    initialPageParam: undefined,
    getNextPageParam: ({ next }: { next: string | null }) => next ?? undefined,
  },
};

const auditApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    listWorkspaceAuditEntries: build.infiniteQuery<
      AnswerOf<typeof listWorkspaceAuditEntries>,
      { workspaceId: string },
      string | undefined
    >({
      ...pages,
      query: ({ queryArg, pageParam }) => ({
        call: listWorkspaceAuditEntries,
        input: { params: queryArg, query: { limit: pageSize, after: pageParam } },
      }),
    }),
    listAuditEntries: build.infiniteQuery<AnswerOf<typeof listAuditEntries>, AuditSelection, string | undefined>({
      ...pages,
      query: ({ queryArg, pageParam }) => ({
        call: listAuditEntries,
        input: { query: { ...queryArg, limit: pageSizeOfStaff, after: pageParam } },
      }),
    }),
  }),
});

export const { useListWorkspaceAuditEntriesInfiniteQuery, useListAuditEntriesInfiniteQuery } = auditApi;
