import { auditCalls } from '@portal/contract';
import { contractList, toResponsePage } from './contract-endpoints.ts';
import { portalApi } from './portal-api.ts';

const auditApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    listWorkspaceAuditEntries: contractList(build, auditCalls.listWorkspaceAuditEntries, {
      limit: 20,
      toPage: toResponsePage,
    }),
    listAuditEntries: contractList(build, auditCalls.listAuditEntries, { limit: 50, toPage: toResponsePage }),
  }),
});

export const { useListWorkspaceAuditEntriesInfiniteQuery, useListAuditEntriesInfiniteQuery } = auditApi;
