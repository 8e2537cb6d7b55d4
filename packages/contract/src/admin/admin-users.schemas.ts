import * as z from 'zod/mini';
import { LockReason, LockReasonInput, LockedBy, LockedUntil } from '../account-locks/account-locks.schemas.ts';
import { SubscriptionState } from '../billing/billing.schemas.ts';
import { WorkspaceRole } from '../members/members.schemas.ts';
import { pageSize, RankCursor, TimeCursor } from '../pagination.ts';
import { IsoTimestamp, Email, Ulid, UlidInput, validationMessages } from '../primitives.ts';
import { SessionClient } from '../user-sessions/user-sessions.schemas.ts';
import { NextRankCursor, WorkspaceSearchResult } from './search.schemas.ts';

/** Matches only the whole address. */
export const EmailQuery = z.strictObject({
  /** The full email, in any case. */
  email: Email,
});

/** The billing state of a user, as of the last read from Stripe. */
export const BillingForStaff = z.object({
  state: SubscriptionState,
  /** When the trial or the cancelled plan ends or ended. */
  endingAt: z.nullable(IsoTimestamp),
  /** Whether a payment method is on file. */
  paymentDetailsSet: z.boolean(),
});
export type BillingForStaff = z.infer<typeof BillingForStaff>;

/** A user account as shown to staff. */
export const UserAccount = z.object({
  id: Ulid,
  /** The id at the identity provider; null if the user was invited and has never logged in. */
  auth0Id: z.nullable(z.string()),
  email: z.string(),
  /** Whether the identity provider verified the email. */
  emailVerified: z.boolean(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  nickname: z.string(),
  isQuarantined: z.boolean(),
  /** When the quarantine took effect, or null. */
  quarantinedAt: z.nullable(IsoTimestamp),
  quarantineReason: LockReason,
  quarantinedUntil: LockedUntil,
  quarantinedBy: LockedBy,
  isSuspended: z.boolean(),
  /** When the suspension took effect, or null. */
  suspendedAt: z.nullable(IsoTimestamp),
  suspensionReason: LockReason,
  suspendedUntil: LockedUntil,
  suspendedBy: LockedBy,
  billing: BillingForStaff,
  createdAt: IsoTimestamp,
  /** The first login; null if the user was invited and has never logged in. */
  signedUpAt: z.nullable(IsoTimestamp),
  lastLoginAt: z.nullable(IsoTimestamp),
});
export type UserAccount = z.infer<typeof UserAccount>;

/** All accounts with the email; empty if there is none. */
export const UserAccounts = z.object({ data: z.array(UserAccount) });

/** Another account with the same email: a different login of the same person, or an invitation. It is locked separately. */
export const AccountWithSameEmail = z.object({
  userId: Ulid,
  auth0Id: z.nullable(z.string()),
  nickname: z.string(),
  emailVerified: z.boolean(),
  isQuarantined: z.boolean(),
  isSuspended: z.boolean(),
  lastLoginAt: z.nullable(IsoTimestamp),
});

/** The terms that a user accepted last. */
export const AcceptedTerms = z.object({
  /** Null if the user accepted none. */
  versionId: z.nullable(z.string()),
  /** When the user accepted that version. */
  agreedAt: z.nullable(IsoTimestamp),
  /** True until the user accepts the current version. */
  needsTosUpdate: z.boolean(),
  latestTosVersion: z.string(),
});

/** Everything that support needs to know about a user. Contains no secrets. */
export const UserForStaff = z.object({
  ...UserAccount.shape,
  /** For example `Password` or `GitHub`; null if the user never logged in. */
  signupMethod: z.nullable(z.string()),
  githubUsername: z.nullable(z.string()),
  discordUsername: z.nullable(z.string()),
  /** When the user first reviewed their profile, or null. */
  reviewedProfileAt: z.nullable(IsoTimestamp),
  /** When the account is deleted for good; null unless the user requested it. */
  deletionDueAt: z.nullable(IsoTimestamp),
  terms: AcceptedTerms,
  /** The other accounts with the same email, at most 100. */
  sameAddress: z.array(AccountWithSameEmail),
  billing: z.object({
    ...BillingForStaff.shape,
    /** The lookup key of the plan's price at Stripe. */
    planCode: z.nullable(z.string()),
    /** The customer id at Stripe. */
    customerId: z.nullable(z.string()),
  }),
  counts: z.object({
    /** Memberships in workspaces that are not deleted. */
    workspaces: z.int(),
    deletedWorkspaces: z.int(),
    /** Workspaces that the user owns and that are not deleted. */
    ownedWorkspaces: z.int(),
    /** API tokens created by the user that are neither expired nor revoked. */
    activeAuthTokens: z.int(),
    authTokens: z.int(),
    /** Active sessions. */
    sessions: z.int(),
  }),
});
export type UserForStaff = z.infer<typeof UserForStaff>;

/** The maximum number of rows of a page; 50 by default. */
const Limit = z.optional(pageSize(200));

/** A page of a list that is sorted by rank, then id. */
export const RankPageQuery = z.strictObject({
  /** The `next` of the previous page. */
  after: z.optional(RankCursor),
  limit: Limit,
});
export type RankPageQuery = z.infer<typeof RankPageQuery>;

/** A page of a list that is sorted by id. */
export const IdPageQuery = z.strictObject({
  /** The `next` of the previous page. */
  after: z.optional(UlidInput),
  limit: Limit,
});
export type IdPageQuery = z.infer<typeof IdPageQuery>;

/** A page of a list that is sorted by time, then id. */
export const TimePageQuery = z.strictObject({
  /** The `next` of the previous page. */
  after: z.optional(TimeCursor),
  limit: Limit,
});

/** A workspace that a user is a member of. */
export const WorkspaceOfUser = z.object({
  ...WorkspaceSearchResult.shape,
  role: WorkspaceRole,
  memberSince: IsoTimestamp,
  /** Whether this is the workspace the user lands in after logging in. */
  isDefault: z.boolean(),
});
export type WorkspaceOfUser = z.infer<typeof WorkspaceOfUser>;

/** Newest first; deleted ones last. */
export const WorkspacesOfUser = z.object({ workspaces: z.array(WorkspaceOfUser), next: NextRankCursor });

/** An API token as shown to staff. */
export const AuthTokenForStaff = z.object({
  id: Ulid,
  name: z.string(),
  workspace: z.object({
    workspaceId: Ulid,
    displayName: z.string(),
    /** Null unless deleted. */
    deletedAt: z.nullable(IsoTimestamp),
  }),
  /** The user that the token acts as; null for a token of a service account. */
  user: z.nullable(z.object({ userId: Ulid, email: z.string(), nickname: z.string() })),
  /** The service account that the token acts as; null for a token of a user. */
  serviceAccount: z.nullable(z.object({ serviceAccountId: Ulid, name: z.string() })),
  scopes: z.array(z.string()),
  /** The user who created the token; null once that account is deleted. */
  creator: z.nullable(z.object({ userId: Ulid, email: z.string(), nickname: z.string() })),
  createdAt: IsoTimestamp,
  expiresAt: IsoTimestamp,
  /** Null unless replaced by another token. */
  replacedAt: z.nullable(IsoTimestamp),
  /** Null unless revoked. */
  revokedAt: z.nullable(IsoTimestamp),
  /** Accurate to a few minutes; null if never used. */
  lastUsedAt: z.nullable(IsoTimestamp),
});
export type AuthTokenForStaff = z.infer<typeof AuthTokenForStaff>;

/** Newest first. */
export const AuthTokensForStaff = z.object({ authTokens: z.array(AuthTokenForStaff), next: z.nullable(Ulid) });

/** The token as it is after the call. */
export const AuthTokenForStaffResult = z.object({ authToken: AuthTokenForStaff });

/** An active session. The audit entry of its login has the IP address. */
export const SessionForStaff = z.object({
  /** The id of the session. Not a credential. */
  key: z.string(),
  /** Where the session was last used. */
  client: z.optional(SessionClient),
  startedAt: IsoTimestamp,
  /** Accurate to a few minutes. */
  lastSeenAt: IsoTimestamp,
  /** When the session ends at the latest, even if it is used. */
  expiresAt: IsoTimestamp,
});
export type SessionForStaff = z.infer<typeof SessionForStaff>;

/** Newest first. */
export const SessionsForStaff = z.object({ sessions: z.array(SessionForStaff), next: z.nullable(TimeCursor) });

/** Why staff end all sessions of a user. */
export const SessionsEnd = z.object({
  /** The reason, shown to other staff in the audit log. */
  reason: LockReasonInput.check(z.minLength(1, validationMessages.required)),
});

/** How many sessions ended, and how many instance tokens and codes with them. */
export const EndedUserSessions = z.object({
  userId: Ulid,
  ended: z.object({ sessions: z.int(), instanceTokens: z.int(), connectCodes: z.int() }),
});
