import { auditCalls, type WorkspaceAuditEntry } from '@portal/contract';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useMemo } from 'react';
import { contractList } from './cache/contract-endpoints.ts';
import { portalApi } from './cache/portal-api.ts';
import { toAuditPage } from './to-audit-page.ts';

const auditApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    listWorkspaceAuditEntries: contractList(build, auditCalls.listWorkspaceAuditEntries, {
      limit: 50,
      toPage: toAuditPage,
    }),
    listAuditEntries: contractList(build, auditCalls.listAuditEntries, { limit: 50, toPage: toAuditPage }),
  }),
});

export const { useListWorkspaceAuditEntriesInfiniteQuery, useListAuditEntriesInfiniteQuery } = auditApi;

type ActivityRequest = Parameters<typeof useListWorkspaceAuditEntriesInfiniteQuery>[0];

/** The entries of a workspace that another component has loaded. Requests nothing. */
export function useLoadedWorkspaceEntries(
  request: ActivityRequest | undefined,
): readonly WorkspaceAuditEntry[] | undefined {
  const { data } = auditApi.endpoints.listWorkspaceAuditEntries.useInfiniteQueryState(request ?? skipToken);
  return useMemo(() => data?.pages.flatMap((page) => page.entries), [data]);
}
