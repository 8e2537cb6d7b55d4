import { defineCalls } from '../call.ts';
import { WorkspaceParams } from '../workspaces/workspaces.schemas.ts';
import { AuditPage, AuditQuery, AuditExportQuery, WorkspaceAuditPage, WorkspaceAuditQuery } from './audit.schemas.ts';

/** Reading the audit log. Source: decision 10. */
export const auditCalls = defineCalls({
  listAuditEntries: {
    method: 'GET',
    path: '/audit',
    access: { who: 'staff', requires: [] },
    query: AuditQuery,
    result: AuditPage,
    paginated: true,
    readsReplica: true,
    audited: true,
    summary: 'Read the audit log, newest first; reading it is audited, too',
  },
  exportAuditEntries: {
    method: 'GET',
    path: '/audit.csv',
    access: { who: 'staff', requires: [] },
    responseKind: 'file',
    mediaType: 'text/csv',
    confirmWhen: 'cross-site',
    query: AuditExportQuery,
    readsReplica: true,
    audited: true,
    summary: 'Export the filtered audit log as CSV, newest first',
  },
  listWorkspaceAuditEntries: {
    method: 'GET',
    path: '/workspaces/:workspaceId/audit',
    access: { who: 'member', roles: ['OWNER'], requires: ['verifiedEmail', 'acceptedTerms'], scope: 'audit:read' },
    params: WorkspaceParams,
    query: WorkspaceAuditQuery,
    result: WorkspaceAuditPage,
    paginated: true,
    summary: 'Read the audit log of a workspace you own, newest first',
  },
});
