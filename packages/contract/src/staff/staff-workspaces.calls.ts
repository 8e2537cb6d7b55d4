import { defineCalls } from '../call.ts';
import { WorkspaceParams } from '../workspaces/workspaces.schemas.ts';
import {
  OwnedWorkspace,
  ProductionWorkspace,
  ProductionWorkspaceByEmail,
  ProductionWorkspaceByUserId,
  WorkspaceQuarantineChange,
} from './staff-workspaces.schemas.ts';

const staff = { who: 'staff', needs: [] } as const;

/** What staff do with workspaces that are not theirs. Source: specification section 2, "Workspace admin page". */
export const staffWorkspaceCalls = defineCalls({
  lookUpWorkspaceOwner: {
    method: 'GET',
    path: '/workspaces/admin-lookup/:workspaceId',
    access: staff,
    params: WorkspaceParams,
    result: OwnedWorkspace,
    problems: ['WorkspaceNotFound'],
    audited: true,
    reads: ['OwnedWorkspace'],
    summary: 'Tell who owns a workspace, deleted and quarantined ones too',
  },
  setUpProductionWorkspace: {
    method: 'POST',
    path: '/workspaces/setup-production-workspace',
    access: staff,
    body: ProductionWorkspaceByEmail,
    result: ProductionWorkspace,
    problems: ['UserIsQuarantined'],
    audited: true,
    changes: ['StaffUser', 'OwnedWorkspace'],
    summary:
      'Make a production workspace for whoever has an address, now or at their first login, and tell them by mail',
  },
  setUpProductionWorkspaceByUserId: {
    method: 'POST',
    path: '/workspaces/setup-production-workspace-by-userid',
    access: staff,
    body: ProductionWorkspaceByUserId,
    result: ProductionWorkspace,
    problems: ['UserNotFound', 'UserIsQuarantined'],
    audited: true,
    changes: ['StaffUser', 'OwnedWorkspace'],
    summary: 'Make a production workspace for a person, and tell them by mail',
  },
  quarantineWorkspace: {
    method: 'PATCH',
    path: '/workspaces/:workspaceId/quarantine',
    access: staff,
    params: WorkspaceParams,
    body: WorkspaceQuarantineChange,
    result: OwnedWorkspace,
    problems: ['WorkspaceNotFound', 'FreshLoginRequired'],
    audited: true,
    changes: ['OwnedWorkspace'],
    summary: 'Close a workspace to its members and its tokens, or open it again',
  },
  restoreWorkspace: {
    method: 'POST',
    path: '/workspaces/:workspaceId/restore',
    access: staff,
    params: WorkspaceParams,
    result: OwnedWorkspace,
    problems: ['WorkspaceNotFound', 'WorkspaceNotRestorable'],
    audited: true,
    changes: ['OwnedWorkspace'],
    summary: 'Restore a workspace within 30 days of its deletion; its tokens stay revoked',
  },
});
