import * as z from 'zod/mini';
import { Ulid } from '../primitives.ts';
import { WorkspaceRole } from '../members/members.schemas.ts';
import { InstanceEnvType } from '../workspaces/workspaces.schemas.ts';

/** Printable ASCII, as in OAuth 2.0. */
const State = z
  .string('Must be text')
  .check(z.regex(/^[\x20-\x7e]{1,500}$/, 'Must be 1 to 500 printable ASCII characters'));

/** How a workspace is opened in its instance. Source: decision 22. */
export const LaunchQuery = z.object({
  /** The path to open in the instance. Anything that is not a path of the instance is ignored. */
  redirect: z.optional(z.string()),
  /**
   * A value that the instance generated for this browser and stored in its own cookie. `/auth-connect` receives it unchanged,
   * and the code can only be redeemed with it.
   */
  state: z.optional(State),
  /**
   * A code that `/auth-connect` received without a state, if the instance sends the browser back for a code with a state. The
   * code is consumed. It proves that the user opened the workspace, so no confirmation is shown.
   * Any other text is ignored.
   */
  code: z.optional(z.string()),
  /** `1` shows a confirmation page first. The portal sends it if the launch was not started from the portal. */
  confirm: z.optional(z.string()),
});

/**
 * A single-use code, valid for 60 seconds. Any text is valid input, because an instance passes on what a browser sent it. A code that
 * the API cannot have created is answered like any other that it does not know.
 */
export const ConnectCode = z.object({
  /** The code that the instance's `/auth-connect` received. */
  code: z.string(),
  /** The state that `/go` received; required if and only if it received one. A wrong state consumes the code. */
  state: z.optional(z.string()),
});

/** A user as shown to an instance. */
export const InstanceUser = z.object({
  id: Ulid,
  nickname: z.string(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  pictureUrl: z.nullable(z.string()),
});

/** A workspace as shown to an instance. */
export const InstanceWorkspace = z.object({
  id: Ulid,
  displayName: z.string(),
  creatorUserId: Ulid,
  instanceUrl: z.string(),
  instanceEnvType: InstanceEnvType,
  /** Whether changes in this workspace need the approval of an approver or the owner. */
  approvalsEnabled: z.boolean(),
});

/** The user and the workspace of an instance token. */
export const AuthReconnect = z.object({
  user: InstanceUser,
  workspace: InstanceWorkspace,
  /** The role of the user in the workspace at this moment. */
  role: WorkspaceRole,
  /** The session that entered the instance. The logout token that ends it has the same `sid`. */
  sessionId: Ulid,
  /** Which state of the workspace this is. An event with a higher revision is newer than this response. */
  revision: z.int(),
});

/** The user and the workspace of a redeemed code. */
export const AuthConnect = z.extend(AuthReconnect, {
  /** The instance token, for `auth-reconnect`, `whoami`, the workspace and its members. */
  token: z.string(),
});

/** The name of the only event that instances receive. */
export const workspaceChangedEvent = 'urn:account-portal:workspace-changed';

/**
 * What `/workspace-events` of an instance receives in the `events` claim: the whole state that instances know of a workspace, as of
 * `revision`. A lower revision is older. Source: decision 86.
 */
export const WorkspaceChanged = z.object({
  revision: z.int(),
  displayName: z.string(),
  approvalsEnabled: z.boolean(),
  /** Every member. */
  members: z.array(z.object({ userId: Ulid, role: WorkspaceRole })),
});
export type WorkspaceChanged = z.infer<typeof WorkspaceChanged>;
