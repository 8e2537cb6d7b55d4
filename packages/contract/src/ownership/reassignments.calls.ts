import { defineCalls } from '../call.ts';
import { EmptyResult } from '../primitives.ts';
import { WorkspaceParams } from '../workspaces/workspaces.schemas.ts';
import { NewReassignment, OwnershipReassignmentResult } from './reassignments.schemas.ts';

const ofWorkspace = {
  path: '/staff/workspaces/:workspaceId/owner',
  access: { who: 'staff', requires: [] },
  params: WorkspaceParams,
  audited: true,
} as const;

/** Changing the owner of a workspace whose owner does not respond. */
export const reassignmentCalls = defineCalls({
  reassignOwnership: {
    ...ofWorkspace,
    method: 'POST',
    body: NewReassignment,
    result: OwnershipReassignmentResult,
    errors: ['FreshLoginRequired', 'WorkspaceNotFound', 'MemberNotFound', 'MemberCannotOwn', 'ReassignmentPending'],
    invalidatesTags: ['AdminWorkspace'],
    summary: 'Make another member the owner in 72 hours, unless the owner objects by the link in an email',
  },
  cancelReassignment: {
    ...ofWorkspace,
    method: 'DELETE',
    result: EmptyResult,
    errors: ['WorkspaceNotFound', 'ReassignmentNotFound'],
    invalidatesTags: ['AdminWorkspace'],
    endsAccess: true,
    summary: 'Cancel a pending change of the owner',
  },
});
