import * as z from 'zod/mini';
import { assignableRoles, AssignableRole } from '../members/members.schemas.ts';
import { IdInput, IsoTimestamp, Ulid, enumOf, optionalLine, requiredName } from '../primitives.ts';

/** The role that an instance gives a service account. */
export const ServiceAccountRole = enumOf(assignableRoles);

/** How many service accounts a workspace can have. */
export const maxServiceAccounts = 50;

const name = requiredName({ max: 100 });
const description = optionalLine({ max: 500 });

/**
 * A service account of a workspace: programs act as it by its API tokens. It is no member and no user, and outlives the person who created
 * it.
 */
export const ServiceAccount = z.object({
  id: Ulid,
  /** Unique in the workspace, also among deleted service accounts, so that the activity stays readable. */
  name: z.string(),
  description: z.nullable(z.string()),
  role: ServiceAccountRole,
  createdAt: IsoTimestamp,
  /** The user who created it; null once that account is deleted. */
  createdById: z.nullable(Ulid),
  /** Its API tokens that are neither expired nor revoked. */
  activeTokens: z.int(),
  /** When one of its tokens was last used, accurate to a few minutes. */
  lastUsedAt: z.nullable(IsoTimestamp),
});
export type ServiceAccount = z.infer<typeof ServiceAccount>;

/** Sorted by name, without deleted ones. */
export const ServiceAccounts = z.object({
  serviceAccounts: z.array(ServiceAccount),
  /** Whether the account of the owner is locked: then their tokens are refused until it is not. */
  isPaused: z.boolean(),
});

/** The service account as it is after the call. */
export const ServiceAccountResult = z.object({ serviceAccount: ServiceAccount });

/** A new service account. */
export const NewServiceAccount = z.object({ name, description: z.optional(description), role: AssignableRole });
export type NewServiceAccount = z.infer<typeof NewServiceAccount>;

/** The fields to change. */
export const ServiceAccountEdit = z.object({
  name: z.optional(name),
  description: z.optional(description),
  role: z.optional(AssignableRole),
});

/** Path parameters of the calls about a service account. */
export const ServiceAccountParams = z.object({
  /** The id of the workspace. */
  workspaceId: IdInput,
  /** The id of the service account. */
  serviceAccountId: IdInput,
});
