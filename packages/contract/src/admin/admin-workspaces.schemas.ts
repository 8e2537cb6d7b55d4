import * as z from 'zod/mini';
import { LockReasonInput, StaffMember } from '../account-locks/account-locks.schemas.ts';
import { ServiceAccountRole } from '../auth-tokens/service-accounts.schemas.ts';
import { EmailedStatus, WorkspaceRole } from '../members/members.schemas.ts';
import { EndedReassignment, OwnershipReassignment } from '../ownership/reassignments.schemas.ts';
import { Email, IsoTimestamp, Ulid, emptyAsNull, maxLength, validationMessages } from '../primitives.ts';
import { TimeCursor } from '../pagination.ts';
import { InstanceEnvType } from '../workspaces/workspaces.schemas.ts';
import { maxOwnerInputLength } from './admin.schemas.ts';
import { NextRankCursor, UserSummary } from './search.schemas.ts';

/** A workspace in any state, and its owner. Source: specification section 3. */
export const WorkspaceWithOwner = z.object({
  workspaceId: Ulid,
  displayName: z.string(),
  instanceUrl: z.string(),
  instanceEnvType: InstanceEnvType,
  /** The owner's user id. The next four fields are the owner's, too. */
  ownerId: Ulid,
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  nickname: z.string(),
  email: z.string(),
  createdAt: IsoTimestamp,
  /** Null unless deleted. */
  deletedAt: z.nullable(IsoTimestamp),
  /** Null unless quarantined. */
  quarantinedAt: z.nullable(IsoTimestamp),
  /** The reason of the quarantine, as staff entered it. */
  quarantineReason: z.nullable(z.string()),
  quarantinedBy: z.nullable(StaffMember),
});
export type WorkspaceWithOwner = z.infer<typeof WorkspaceWithOwner>;

/** Most recently quarantined first, without deleted ones. */
export const QuarantinedWorkspaces = z.object({
  workspaces: z.array(z.extend(WorkspaceWithOwner, { quarantinedAt: IsoTimestamp })),
  next: z.nullable(TimeCursor),
});
export type QuarantinedWorkspace = z.infer<typeof QuarantinedWorkspaces>['workspaces'][number];

const line = z
  .string({ error: (issue) => (issue.input == null ? validationMessages.required : validationMessages.invalid) })
  .check(z.trim(), maxLength(maxOwnerInputLength), z.minLength(1, validationMessages.required));

/** A production workspace for the owner of an address. Source: specification section 5, "Admin". */
export const ProductionWorkspaceByEmail = z.object({
  /** The owner's email. An account is not required yet. */
  userEmail: z.pipe(line, Email),
});

/** A production workspace for a user. Source: specification section 5, "Admin". */
export const ProductionWorkspaceByUserId = z.object({
  /** The owner's user id, in any case. */
  userId: line.check(z.regex(/^[\w-]*$/, validationMessages.id), z.toUpperCase()),
});

/** A production workspace that was created, and its owner. */
export const ProductionWorkspace = z.object({
  workspaceId: Ulid,
  /** The owner's user id. */
  userId: Ulid,
  /** Whether the owner is emailed. */
  emailed: EmailedStatus,
});
export type ProductionWorkspace = z.infer<typeof ProductionWorkspace>;

/** Sets, changes or lifts the quarantine of a workspace. It has no end. */
export const WorkspaceQuarantineChange = z.object({
  isQuarantined: z.boolean(),
  /** The reason, shown to other staff. Without it, a change of an existing quarantine keeps the stored one. */
  reason: z.optional(emptyAsNull(LockReasonInput)),
});

/** Everything that support needs to know about a workspace in any state. */
export const WorkspaceForStaff = z.object({
  ...WorkspaceWithOwner.shape,
  description: z.nullable(z.string()),
  /** Whether changes in the workspace require an approval. */
  approvalsEnabled: z.boolean(),
  /** The user who created the workspace, who need not be its owner. */
  creator: UserSummary,
  /** The end of the restore window; null unless deleted, and once it has passed. */
  restorableUntil: z.nullable(IsoTimestamp),
  /** Whether the tokens of service accounts are refused, because the account of the owner is locked. */
  isPaused: z.boolean(),
  /** The pending change of the owner, or null. */
  reassignment: z.nullable(OwnershipReassignment),
  /** The latest change of the owner by staff that ended, or null. */
  lastReassignment: z.nullable(EndedReassignment),
  counts: z.object({
    members: z.int(),
    /** API tokens that are neither expired nor revoked. */
    activeAuthTokens: z.int(),
    authTokens: z.int(),
    /** Those that are not deleted. */
    serviceAccounts: z.int(),
  }),
});
export type WorkspaceForStaff = z.infer<typeof WorkspaceForStaff>;

/** A member of a workspace as shown to staff. */
export const MemberForStaff = z.object({
  ...UserSummary.shape,
  role: WorkspaceRole,
  /** True if the user was invited and has never logged in. */
  pending: z.boolean(),
  memberSince: IsoTimestamp,
  isQuarantined: z.boolean(),
  isSuspended: z.boolean(),
});
export type MemberForStaff = z.infer<typeof MemberForStaff>;

/** The owner first, then the newest accounts. */
export const MembersForStaff = z.object({ members: z.array(MemberForStaff), next: NextRankCursor });

/** A service account of a workspace as shown to staff. */
export const ServiceAccountForStaff = z.object({
  id: Ulid,
  name: z.string(),
  description: z.nullable(z.string()),
  role: ServiceAccountRole,
  /** The user who created it; null once that account is deleted. */
  creator: z.nullable(z.object({ userId: Ulid, email: z.string(), nickname: z.string() })),
  createdAt: IsoTimestamp,
  /** Null unless deleted. */
  deletedAt: z.nullable(IsoTimestamp),
  /** Its API tokens that are neither expired nor revoked. */
  activeAuthTokens: z.int(),
  /** When one of its tokens was last used, accurate to a few minutes. */
  lastUsedAt: z.nullable(IsoTimestamp),
});
export type ServiceAccountForStaff = z.infer<typeof ServiceAccountForStaff>;

/** Newest first. */
export const ServiceAccountsForStaff = z.object({
  serviceAccounts: z.array(ServiceAccountForStaff),
  next: z.nullable(Ulid),
});

/** The service account as it is after the call. */
export const ServiceAccountForStaffResult = z.object({ serviceAccount: ServiceAccountForStaff });

/** Why staff revoke an API token or delete a service account. */
export const CredentialEnd = z.object({
  /** The reason, shown to other staff in the audit log. */
  reason: LockReasonInput.check(z.minLength(1, validationMessages.required)),
});
