import { defineCalls } from '../call.ts';
import { WorkspaceParams } from '../workspaces/workspaces.schemas.ts';
import {
  AuditPage,
  AuditQuery,
  AuditExportQuery,
  WorkspaceAuditExportQuery,
  WorkspaceAuditPage,
  WorkspaceAuditQuery,
} from './audit.schemas.ts';

const ofWorkspace = {
  method: 'GET',
  // Approvers do not see everything (`visibleActivityGroups`).
  access: {
    who: 'member',
    roles: ['OWNER', 'APPROVER'],
    requires: ['verifiedEmail', 'acceptedTerms'],
    scope: 'audit:read',
  },
  params: WorkspaceParams,
} as const;

const exportOfWorkspace = {
  ...ofWorkspace,
  responseKind: 'file',
  confirmWhen: 'cross-site',
  query: WorkspaceAuditExportQuery,
  rateLimit: { times: 60, seconds: 3600, per: 'member' },
} as const;

/** Reading the audit log. Source: decisions 10 and 89. */
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
    ...ofWorkspace,
    path: '/workspaces/:workspaceId/audit',
    query: WorkspaceAuditQuery,
    result: WorkspaceAuditPage,
    paginated: true,
    summary: 'Read the activity of a workspace, newest first, or follow it from a number on',
  },
  exportWorkspaceAuditCsv: {
    ...exportOfWorkspace,
    path: '/workspaces/:workspaceId/audit.csv',
    mediaType: 'text/csv',
    summary: 'Export the filtered activity of a workspace as CSV, newest first',
  },
  exportWorkspaceAuditNdjson: {
    ...exportOfWorkspace,
    path: '/workspaces/:workspaceId/audit.ndjson',
    mediaType: 'application/x-ndjson',
    summary: 'Export the filtered activity of a workspace as one JSON object a line, newest first',
  },
});
