import { auditCalls } from '@portal/contract';
import { endpointsFor } from '../http/endpoints-for.ts';
import { portalApi } from './portal-api.ts';

const { listWorkspaceAuditEntries } = auditCalls;

const auditApi = portalApi.injectEndpoints({
  endpoints: (build) => endpointsFor(build, { listWorkspaceAuditEntries }),
});

export const { useListWorkspaceAuditEntriesQuery } = auditApi;
