import { defineCalls } from '../call.ts';
import { EmptyResult } from '../primitives.ts';
import { WorkspaceParams } from '../workspaces/workspaces.schemas.ts';
import { NewReassignment, OwnershipReassignmentResult, ReassignmentConfirmation } from './reassignments.schemas.ts';

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
    recentLogin: 'REAUTH_MAX_AGE_MINUTES',
    errors: ['WorkspaceNotFound', 'MemberNotFound', 'MemberCannotOwn', 'ReassignmentPending'],
    invalidatesTags: ['AdminWorkspace'],
    summary:
      'Make another member the owner in 72 hours, unless the owner objects by the link in an email; if the owner cannot be emailed, another member of staff has to confirm it',
  },
  confirmReassignment: {
    ...ofWorkspace,
    method: 'POST',
    path: '/staff/workspaces/:workspaceId/owner/confirm',
    body: ReassignmentConfirmation,
    result: OwnershipReassignmentResult,
    recentLogin: 'REAUTH_MAX_AGE_MINUTES',
    errors: ['WorkspaceNotFound', 'MemberNotFound', 'MemberCannotOwn', 'ReassignmentNotFound'],
    invalidatesTags: ['AdminWorkspace'],
    summary:
      'Confirm an ownership change that a colleague requested and of which the owner cannot be notified; the 72 hours start',
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
