import * as z from 'zod/mini';
import { Ulid } from '../fields.ts';
import { InstanceEnvType } from '../workspaces/workspaces.schemas.ts';

export const GoQuery = z.object({
  /** A path of the instance to open; anything that is not a path of its own is left out. */
  redirect: z.optional(z.string()),
});

export const ConnectCode = z.object({
  /** What the browser brought to the instance's `/auth-connect`. */
  code: z.string().check(z.minLength(1), z.maxLength(200)),
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
