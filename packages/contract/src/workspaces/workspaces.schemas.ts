import * as z from 'zod/mini';
import { Moment, PathId, Ulid, choiceOf } from '../fields.ts';
import { WorkspaceRole } from '../members/members.schemas.ts';

/** Where a workspace runs: with us, at an address of the customer's, on the developer's machine. */
export const InstanceEnvType = choiceOf(['SI', 'PRIVATE', 'LOCAL']);
export type InstanceEnvType = z.infer<typeof InstanceEnvType>;

/** A workspace as one of its members sees it. Source: specification section 3. */
export const Workspace = z.object({
  id: Ulid,
  displayName: z.string(),
  description: z.nullable(z.string()),
  instanceUrl: z.string(),
  instanceEnvType: InstanceEnvType,
  /** Whether the member's login leads here. */
  isDefault: z.boolean(),
  /** Whether the member marked it as a favourite. */
  isFavourite: z.boolean(),
  /** Whether the member hides it in their own list. */
  isHidden: z.boolean(),
  /** Whether changes in the workspace wait for an approver. */
  approvalsEnabled: z.boolean(),
  /** Who made it; the owner is whoever has the role. */
  creatorUserId: Ulid,
  /** `nickname` is never empty: what to call somebody who gave no name. */
  creatorUser: z.object({ firstName: z.nullable(z.string()), lastName: z.nullable(z.string()), nickname: z.string() }),
  createdAt: Moment,
  /** The member's own role. */
  role: WorkspaceRole,
});
export type Workspace = z.infer<typeof Workspace>;

export const Workspaces = z.array(Workspace);
export const WorkspaceParams = z.object({
  /** The workspace. */
  workspaceId: PathId,
});
export const CreatedWorkspace = z.object({
  /** The whole list, as `listWorkspaces` answers it. */
  workspaces: Workspaces,
  newWorkspaceId: Ulid,
});
export const FavouriteChange = z.object({
  /** Whether it is a favourite of yours from now on. */
  isFavourite: z.boolean(),
});
export const HiddenChange = z.object({
  /** Whether your list hides it from now on. */
  isHidden: z.boolean(),
});
export const ApprovalsChange = z.object({
  /** Whether changes in the workspace wait for an approver from now on. */
  approvalsEnabled: z.boolean(),
});
