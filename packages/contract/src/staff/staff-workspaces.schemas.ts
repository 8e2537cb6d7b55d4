import * as z from 'zod/mini';
import { Email, Moment, Ulid, atMost, emptyMeansNull, messages } from '../fields.ts';
import { InstanceEnvType } from '../workspaces/workspaces.schemas.ts';
import { maxOwnerLength } from './staff-fields.schemas.ts';
import { Reason, StaffMember } from './lock-outs.schemas.ts';

/** A workspace and who owns it, in whatever state it is. Source: specification section 3. */
export const OwnedWorkspace = z.object({
  workspaceId: Ulid,
  displayName: z.string(),
  instanceUrl: z.string(),
  instanceEnvType: InstanceEnvType,
  /** The owner; the next four are theirs, too. */
  ownerId: Ulid,
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  nickname: z.string(),
  email: z.string(),
  createdAt: Moment,
  /** Null while it is not deleted. */
  deletedAt: z.nullable(Moment),
  /** Null while it is not quarantined. */
  quarantinedAt: z.nullable(Moment),
  /** Why it is quarantined, in the words of the staff who did it. */
  quarantineReason: z.nullable(z.string()),
  quarantinedBy: z.nullable(StaffMember),
});
export type OwnedWorkspace = z.infer<typeof OwnedWorkspace>;

const line = z
  .string({ error: (issue) => (issue.input == null ? messages.required : messages.invalid) })
  .check(z.trim(), atMost(maxOwnerLength), z.minLength(1, messages.required));

export const ProductionWorkspaceByEmail = z.object({
  /** Who is to own it: somebody with an account, or who is to get one. */
  userEmail: z.pipe(line, Email),
});

export const ProductionWorkspaceByUserId = z.object({
  /** Who is to own it; in any case, as ids are pasted from anywhere. */
  userId: line.check(z.regex(/^[\w-]*$/, messages.invalid), z.toUpperCase()),
});

export const ProductionWorkspace = z.object({
  workspaceId: Ulid,
  /** Its owner. */
  userId: Ulid,
});
export type ProductionWorkspace = z.infer<typeof ProductionWorkspace>;

export const WorkspaceQuarantineChange = z.object({
  isQuarantined: z.boolean(),
  /** Why, for other staff. A repeat without it keeps the earlier one. */
  reason: z.optional(emptyMeansNull(Reason)),
});
