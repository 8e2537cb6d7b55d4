import { auditCalls, type AnswerOf } from '@portal/contract';
import { portalApi } from './portal-api.ts';

const call = auditCalls.listWorkspaceAuditEntries;
const pageSize = 20;

const auditApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    listWorkspaceAuditEntries: build.infiniteQuery<AnswerOf<typeof call>, { workspaceId: string }, string | undefined>({
      infiniteQueryOptions: { initialPageParam: undefined, getNextPageParam: ({ next }) => next ?? undefined },
      query: ({ queryArg, pageParam }) => ({
        call,
        input: { params: queryArg, query: { limit: pageSize, after: pageParam } },
      }),
    }),
  }),
});

export const { useListWorkspaceAuditEntriesInfiniteQuery } = auditApi;
