import { defineCalls } from '../call.ts';
import { WorkspaceOverview } from './workspace-overview.schemas.ts';
import { WorkspaceParams } from './workspaces.schemas.ts';

/** Apart from the other calls of workspaces, because the list of workspaces loads those. */
export const workspaceOverviewCalls = defineCalls({
  getWorkspaceOverview: {
    method: 'GET',
    path: '/workspaces/:workspaceId/overview',
    access: { who: 'member', roles: ['OWNER', 'APPROVER', 'EDITOR'], requires: ['verifiedEmail', 'acceptedTerms'] },
    params: WorkspaceParams,
    result: WorkspaceOverview,
    providesTags: ['Workspace', 'Member', 'Invitation', 'AuthToken'],
    summary:
      'Get what needs attention in a workspace, its members and its latest changes; what it has depends on your role',
  },
});
