import * as z from 'zod/mini';
import { defineCalls } from '../call.ts';
import { Done } from '../fields.ts';
import { PartOfList } from '../pages.schemas.ts';
import { NewWorkspace, WorkspaceEdit } from './workspace-input.schemas.ts';
import {
  ApprovalsChange,
  CreatedWorkspace,
  FavouriteChange,
  HiddenChange,
  Workspace,
  WorkspaceParams,
  Workspaces,
} from './workspaces.schemas.ts';

const anyMember = { who: 'member', roles: ['OWNER', 'APPROVER', 'EDITOR'], needs: ['terms'] } as const;
const owner = { who: 'member', roles: ['OWNER'], needs: ['verified', 'terms'] } as const;

export const workspaceCalls = defineCalls({
  listWorkspaces: {
    method: 'GET',
    path: '/workspaces',
    access: { who: 'signed-in', needs: ['terms'] },
    query: PartOfList,
    result: Workspaces,
    paged: true,
    reads: ['Workspace'],
    summary: 'List the workspaces that you are a member of: your default, your favourites, then by type and name',
  },
  createWorkspace: {
    method: 'POST',
    path: '/workspaces/new',
    access: { who: 'signed-in', needs: ['verified', 'terms'] },
    body: NewWorkspace,
    result: CreatedWorkspace,
    changes: ['Workspace'],
    audited: true,
    summary: 'Create a workspace that you own',
  },
  getWorkspace: {
    method: 'GET',
    path: '/workspaces/:workspaceId',
    access: { ...anyMember, tokens: ['api', 'instance'] },
    params: WorkspaceParams,
    result: Workspace,
    reads: ['Workspace'],
    summary: 'Read one workspace',
  },
  updateWorkspace: {
    method: 'PATCH',
    path: '/workspaces/:workspaceId',
    access: owner,
    params: WorkspaceParams,
    body: WorkspaceEdit,
    result: Workspace,
    changes: ['Workspace'],
    audited: true,
    summary: 'Edit a workspace',
  },
  deleteWorkspace: {
    method: 'DELETE',
    path: '/workspaces/:workspaceId',
    access: owner,
    params: WorkspaceParams,
    result: Done,
    changes: ['Workspace'],
    isLastAct: true,
    audited: true,
    summary: 'Delete a workspace and revoke its tokens; staff can restore it for 30 days',
  },
  setFavourite: {
    method: 'PATCH',
    path: '/workspaces/:workspaceId/favourite',
    access: anyMember,
    params: WorkspaceParams,
    body: FavouriteChange,
    result: Workspace,
    changes: ['Workspace'],
    summary: 'Mark a workspace as a favourite of yours, or no longer',
  },
  setHidden: {
    method: 'PATCH',
    path: '/workspaces/:workspaceId/setHidden',
    access: anyMember,
    params: WorkspaceParams,
    body: HiddenChange,
    result: Workspace,
    changes: ['Workspace'],
    summary: 'Hide a workspace in your own list, or show it again',
  },
  setDefault: {
    method: 'PATCH',
    path: '/workspaces/:workspaceId/setDefault',
    access: anyMember,
    params: WorkspaceParams,
    body: z.optional(z.object({})),
    result: Workspace,
    changes: ['Workspace'],
    summary: 'Make a workspace the one that your login leads to',
  },
  setApprovals: {
    method: 'PATCH',
    path: '/workspaces/:workspaceId/approvalsEnabled',
    access: owner,
    params: WorkspaceParams,
    body: ApprovalsChange,
    result: Workspace,
    changes: ['Workspace'],
    audited: true,
    summary: 'Turn approvals on or off',
  },
});
