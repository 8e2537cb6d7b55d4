import { auditCalls } from '@portal/contract';
import { contractList, pageOfResponse } from './contract-endpoints.ts';
import { portalApi } from './portal-api.ts';

const auditApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    listWorkspaceAuditEntries: contractList(build, auditCalls.listWorkspaceAuditEntries, {
      limit: 20,
      toPage: pageOfResponse,
    }),
    listAuditEntries: contractList(build, auditCalls.listAuditEntries, { limit: 50, toPage: pageOfResponse }),
  }),
});

export const { useListWorkspaceAuditEntriesInfiniteQuery, useListAuditEntriesInfiniteQuery } = auditApi;
