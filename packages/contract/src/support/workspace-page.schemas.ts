import * as z from 'zod/mini';
import { Moment } from '../fields.ts';
import { WorkspaceRole } from '../members/members.schemas.ts';
import { OwnedWorkspace } from '../staff/staff-workspaces.schemas.ts';
import { NamedUser, NextRanked } from './search.schemas.ts';

/** All that support asks for about one workspace, in whatever state it is. */
export const WorkspaceForStaff = z.object({
  ...OwnedWorkspace.shape,
  description: z.nullable(z.string()),
  /** Whether changes in the workspace wait for an approver. */
  approvalsEnabled: z.boolean(),
  /** Who made it; the owner is whoever has the role. */
  creator: NamedUser,
  /** Until when it can be restored; null while it is not deleted, and once it is too late. */
  restorableUntil: z.nullable(Moment),
  counts: z.object({
    members: z.int(),
    /** API tokens that can be used now, as far as dates tell. */
    activeAuthTokens: z.int(),
    authTokens: z.int(),
  }),
});
export type WorkspaceForStaff = z.infer<typeof WorkspaceForStaff>;

/** A member of a workspace as staff see them. */
export const MemberForStaff = z.object({
  ...NamedUser.shape,
  role: WorkspaceRole,
  /** True while somebody who was invited has never logged in. */
  pending: z.boolean(),
  memberSince: Moment,
  isQuarantined: z.boolean(),
  isSuspended: z.boolean(),
});
export type MemberForStaff = z.infer<typeof MemberForStaff>;

/** The owner first, then the newest accounts first. */
export const MembersForStaff = z.object({ members: z.array(MemberForStaff), next: NextRanked });
