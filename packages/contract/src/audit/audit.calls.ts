import { defineCalls } from '../call.ts';
import { WorkspaceParams } from '../workspaces/workspaces.schemas.ts';
import { AuditPage, AuditQuery, AuditSelection, WorkspaceAuditPage, WorkspaceAuditQuery } from './audit.schemas.ts';

/** Reading the audit log. Source: decision 14. */
export const auditCalls = defineCalls({
  listAuditEntries: {
    method: 'GET',
    path: '/audit',
    access: { who: 'staff', needs: [] },
    query: AuditQuery,
    result: AuditPage,
    paged: true,
    audited: true,
    summary: 'Read the audit log, the newest first; reading it is in it, too',
  },
  exportAuditEntries: {
    method: 'GET',
    path: '/audit.csv',
    access: { who: 'staff', needs: [] },
    answers: 'file',
    mediaType: 'text/csv',
    query: AuditSelection,
    audited: true,
    summary: 'Download what filters select of the audit log as a table for spreadsheets, the newest first',
  },
  listWorkspaceAuditEntries: {
    method: 'GET',
    path: '/workspaces/:workspaceId/audit',
    access: { who: 'member', roles: ['OWNER'], needs: ['verified', 'terms'] },
    params: WorkspaceParams,
    query: WorkspaceAuditQuery,
    result: WorkspaceAuditPage,
    paged: true,
    summary: 'Read what was done to a workspace of yours, the newest first',
  },
});
