import * as z from 'zod/mini';
import { Moment, PathId, Ulid, keptText, messages, optionalText, requiredText } from '../fields.ts';
import { WorkspaceRole } from '../members/members.schemas.ts';
import { remoteUrlProblem } from './remote-url.rules.ts';

/** Where a workspace runs: with us, at an address of the customer's, on the developer's machine. */
export const InstanceEnvType = z.enum(['SI', 'PRIVATE', 'LOCAL']);
export type InstanceEnvType = z.infer<typeof InstanceEnvType>;

/** The address of a customer's own instance: http(s), and neither of the caller's own machine nor at the hosted application. */
export const RemoteUrl = z.string({ error: (issue) => (issue.input == null ? messages.required : messages.url) }).check(
  z.trim(),
  z.maxLength(2048, messages.tooLong(2048)),
  z.superRefine((url: string, context) => {
    const message = remoteUrlProblem(url);
    if (message) context.addIssue({ code: 'custom', message, input: url });
  }),
);

const nameLength = { max: 500 };
const DisplayName = requiredText(nameLength);
const Description = optionalText({ max: 5000 });

/** Source: specification sections 4 "Workspace creation and changes" and 5 "Workspace". */
export const NewWorkspace = z.object({
  displayName: DisplayName,
  description: z.optional(Description),
  /** Read from `instanceUrl` when it is missing; without either the workspace is managed by us. */
  instanceEnvType: z.optional(InstanceEnvType),
  /** Needed for PRIVATE; the other types have addresses of their own. */
  instanceUrl: z.optional(
    z.nullable(z.string(messages.url).check(z.trim(), z.maxLength(2048, messages.tooLong(2048)))),
  ),
});
export type NewWorkspace = z.infer<typeof NewWorkspace>;

/** What an owner may change. The address only of a workspace that runs at the customer's. */
export const WorkspaceEdit = z.object({
  /**
   * Letters with or without accents, digits, space and `- . , _ @ / +`; or the name that it has already, since one that we
   * gave may hold more.
   */
  displayName: z.optional(keptText(nameLength)),
  description: z.optional(Description),
  instanceUrl: z.optional(RemoteUrl),
});
export type WorkspaceEdit = z.infer<typeof WorkspaceEdit>;

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
