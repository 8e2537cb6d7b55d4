import { auditCalls } from '@portal/contract';
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
