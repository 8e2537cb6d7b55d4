import * as z from 'zod/mini';
import { Ulid } from '../fields.ts';
import { InstanceEnvType } from '../workspaces/workspaces.schemas.ts';

/** Printable ASCII, as OAuth 2.0 has it. */
const State = z
  .string('Must be text')
  .check(z.regex(/^[\x20-\x7e]{1,500}$/, 'Must be 1 to 500 printable ASCII characters'));

const Code = z.string().check(z.minLength(1), z.maxLength(200));

export const GoQuery = z.object({
  /** A path of the instance to open; anything that is not a path of its own is left out. */
  redirect: z.optional(z.string()),
  /**
   * What the instance made for this browser and keeps in a cookie of its own. It comes back to `/auth-connect` as it is, and
   * the code is only redeemed together with it.
   */
  state: z.optional(State),
  /**
   * A code that came to `/auth-connect` without a state, where the instance sends the browser back for one with a state. It
   * is used up, and shows that the user opened the workspace, so that they are not asked to confirm it.
   */
  code: z.optional(Code),
  /** `1` asks the user to confirm the launch on a page: the portal sends it where no page of its own led to the launch. */
  confirm: z.optional(z.string()),
});

export const ConnectCode = z.object({
  /** What the browser brought to the instance's `/auth-connect`. */
  code: Code,
  /** The state that the instance gave `/go`; required exactly where it gave one. A wrong one uses the code up. */
  state: z.optional(State),
});

/** The person as an instance gets to know them. */
export const InstanceUser = z.object({
  id: Ulid,
  nickname: z.string(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  pictureUrl: z.nullable(z.string()),
});

/** The workspace as an instance gets to know it. */
export const InstanceWorkspace = z.object({
  id: Ulid,
  displayName: z.string(),
  creatorUserId: Ulid,
  instanceUrl: z.string(),
  instanceEnvType: InstanceEnvType,
});

export const AuthReconnect = z.object({ user: InstanceUser, workspace: InstanceWorkspace });

export const AuthConnect = z.object({
  user: InstanceUser,
  workspace: InstanceWorkspace,
  /** The instance's own, for `auth-reconnect`, `whoami`, the workspace and its members. */
  token: z.string(),
});
