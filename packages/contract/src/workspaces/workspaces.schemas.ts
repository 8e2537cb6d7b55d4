import * as z from 'zod/mini';
import { WorkspaceRole } from '../members/members.schemas.ts';
import {
  IdInput,
  IsoTimestamp,
  Ulid,
  visibleLine,
  emptyAsNull,
  enumOf,
  maxLength,
  optionalText,
  requiredText,
  validationMessages,
} from '../primitives.ts';

/**
 * Where a workspace runs: managed by us (`SI`), at the customer's own URL (`PRIVATE`), on the developer's machine
 * (`LOCAL`).
 */
export const InstanceEnvType = enumOf(['SI', 'PRIVATE', 'LOCAL']);
export type InstanceEnvType = z.infer<typeof InstanceEnvType>;

/** `nickname` is never empty, so clients can show it if the names are missing. */
const nameFields = {
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  nickname: z.string(),
};

/** A workspace as shown to one of its members. Source: specification section 3. */
export const Workspace = z.object({
  id: Ulid,
  displayName: z.string(),
  description: z.nullable(z.string()),
  instanceUrl: z.string(),
  instanceEnvType: InstanceEnvType,
  /** Whether this is the workspace the member lands in after logging in. */
  isDefault: z.boolean(),
  /** Whether the member marked it as a favourite. */
  isFavourite: z.boolean(),
  /** Whether the member hides it in their own list. */
  isHidden: z.boolean(),
  /** Whether changes in the workspace require an approval. */
  approvalsEnabled: z.boolean(),
  /** The user who created the workspace, who need not be its owner. */
  creatorUserId: Ulid,
  creatorUser: z.object(nameFields),
  createdAt: IsoTimestamp,
  /** The member's own role. */
  role: WorkspaceRole,
  /** The member with the role OWNER. */
  owner: z.nullable(z.object({ userId: Ulid, ...nameFields })),
  /** When a member last opened the workspace, or an API token was last used. Accurate to five minutes; null if never. */
  lastActiveAt: z.nullable(IsoTimestamp),
});
export type Workspace = z.infer<typeof Workspace>;

/** The user's default workspace, the favourites, then by type and name. */
export const Workspaces = z.array(Workspace);

/** Path parameters of the calls about a workspace. */
export const WorkspaceParams = z.object({
  /** The id of the workspace. */
  workspaceId: IdInput,
});

/** The URL of an instance. Which URLs are allowed depends on the type of the workspace. */
const InstanceUrl = z
  .string({ error: (issue) => (issue.input == null ? validationMessages.required : validationMessages.url) })
  .check(z.trim(), maxLength(2048));

const nameLength = { max: 500 };
const DisplayName = requiredText(nameLength);
const Description = optionalText({ max: 5000 });

/** Source: specification sections 4 "Workspace creation and changes" and 5 "Workspace". */
export const NewWorkspace = z.object({
  displayName: DisplayName,
  description: z.optional(Description),
  /** Inferred from `instanceUrl` by default. Without either, the workspace is managed by us. */
  instanceEnvType: z.optional(InstanceEnvType),
  /** Required for `PRIVATE`. A `LOCAL` workspace can have another port than the default. `SI` has a fixed URL. */
  instanceUrl: z.optional(emptyAsNull(InstanceUrl)),
  /** Whether this is the workspace you land in after logging in. Replaces your current default. */
  isDefault: z.optional(z.boolean()),
  /** Whether to mark it as a favourite of yours. */
  isFavourite: z.optional(z.boolean()),
  /** Whether to hide it in your list. */
  isHidden: z.optional(z.boolean()),
  /** Whether changes in the workspace require an approval. */
  approvalsEnabled: z.optional(z.boolean()),
});
export type NewWorkspace = z.infer<typeof NewWorkspace>;

/** The new workspace and the list that contains it. */
export const CreatedWorkspace = z.object({
  /** The whole list, as `listWorkspaces` returns it. */
  workspaces: Workspaces,
  newWorkspaceId: Ulid,
});

/** A value as `getWorkspace` returned it. */
const ExpectedValue = z.nullable(z.string(validationMessages.invalid).check(maxLength(5000)));

/** The values that the caller last read. Omitted fields are not compared. */
export const ExpectedWorkspace = z.object({
  displayName: z.optional(ExpectedValue),
  description: z.optional(ExpectedValue),
  instanceUrl: z.optional(ExpectedValue),
});
export type ExpectedWorkspace = z.infer<typeof ExpectedWorkspace>;

/** An edit by the owner, with at least one field of `ExpectedWorkspace`. */
export const WorkspaceEdit = z.object({
  /**
   * Letters with or without accents, digits, space and `- . , _ @ / +`. Characters of the current name are allowed, too,
   * because a generated name may contain others.
   */
  displayName: z.optional(visibleLine(nameLength)),
  description: z.optional(Description),
  /** A `PRIVATE` workspace can change its URL, a `LOCAL` one its port. The current URL is always accepted. */
  instanceUrl: z.optional(InstanceUrl),
  /** If any of these values has changed in the meantime, nothing is written and the response is 409 `WorkspaceChanged`. */
  expected: z.optional(ExpectedWorkspace),
} satisfies Record<keyof ExpectedWorkspace | 'expected', z.ZodMiniType>);
export type WorkspaceEdit = z.infer<typeof WorkspaceEdit>;

/** A change of the member's own list. */
export const FavouriteChange = z.object({
  /** Whether it is a favourite of yours. */
  isFavourite: z.boolean(),
});

/** A change of the member's own list. */
export const HiddenChange = z.object({
  /** Whether your list hides it. */
  isHidden: z.boolean(),
});

/** A change for all members. */
export const ApprovalsChange = z.object({
  /** Whether changes in the workspace require an approval. */
  approvalsEnabled: z.boolean(),
});
