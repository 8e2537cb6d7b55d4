import * as z from 'zod/mini';
import { GivenUlid, Moment, Ulid } from '../fields.ts';
import { WorkspaceRole } from '../members/members.schemas.ts';
import { pageSize } from '../pages.schemas.ts';
import { Cursor, RankedCursor } from '../staff/paging.schemas.ts';
import { StaffBilling, StaffUser } from '../staff/people.schemas.ts';
import { FoundWorkspace, NextRanked } from './search.schemas.ts';

/** Another account with the same address: the same person under another login, or an invitation. Each is locked by itself. */
export const SameAddress = z.object({
  userId: Ulid,
  auth0Id: z.nullable(z.string()),
  nickname: z.string(),
  emailVerified: z.boolean(),
  isQuarantined: z.boolean(),
  isSuspended: z.boolean(),
  lastLoginAt: z.nullable(Moment),
});

/** Which terms a person accepted last. */
export const AcceptedTerms = z.object({
  /** Null while they accepted none. */
  versionId: z.nullable(z.string()),
  /** When they accepted that version. */
  agreedAt: z.nullable(Moment),
  /** True until the current version is accepted. */
  needsTosUpdate: z.boolean(),
  latestTosVersion: z.string(),
});

/** All that support asks for about one person; nothing of it is a secret. */
export const UserForStaff = z.object({
  ...StaffUser.shape,
  /** How they sign in, such as `Password` or `GitHub`; null while they never did. */
  signupMethod: z.nullable(z.string()),
  githubUsername: z.nullable(z.string()),
  discordUsername: z.nullable(z.string()),
  /** When the person first reviewed their profile; null until then. */
  reviewedProfileAt: z.nullable(Moment),
  terms: AcceptedTerms,
  /** The other accounts with this address, at most 100. */
  sameAddress: z.array(SameAddress),
  billing: z.object({
    ...StaffBilling.shape,
    /** The lookup key of the plan's price. */
    planCode: z.nullable(z.string()),
    /** The customer at Stripe. */
    customerId: z.nullable(z.string()),
  }),
  counts: z.object({
    /** Memberships in workspaces that are not deleted. */
    workspaces: z.int(),
    deletedWorkspaces: z.int(),
    /** How many of the workspaces that are not deleted are theirs. */
    ownedWorkspaces: z.int(),
    /** API tokens that they made and that can be used now, as far as dates tell. */
    activeAuthTokens: z.int(),
    authTokens: z.int(),
    /** Where they are logged in now. */
    sessions: z.int(),
  }),
});
export type UserForStaff = z.infer<typeof UserForStaff>;

/** How many rows a page has at most; 50 unless told otherwise. */
const Limit = z.optional(pageSize(200));

export const RankedPage = z.strictObject({
  /** The `next` of the page before. */
  after: z.optional(RankedCursor),
  limit: Limit,
});
export type RankedPage = z.infer<typeof RankedPage>;

export const IdPage = z.strictObject({
  /** The `next` of the page before. */
  after: z.optional(GivenUlid),
  limit: Limit,
});
export type IdPage = z.infer<typeof IdPage>;

export const TimePage = z.strictObject({
  /** The `next` of the page before. */
  after: z.optional(Cursor),
  limit: Limit,
});

/** A workspace that a person is a member of. */
export const WorkspaceOfUser = z.object({
  ...FoundWorkspace.shape,
  role: WorkspaceRole,
  memberSince: Moment,
  /** Whether the person's login leads here. */
  isDefault: z.boolean(),
});
export type WorkspaceOfUser = z.infer<typeof WorkspaceOfUser>;

/** The deleted ones last, else the newest first. */
export const WorkspacesOfUser = z.object({ workspaces: z.array(WorkspaceOfUser), next: NextRanked });

/** An API token as staff see it; its secret is stored nowhere. */
export const AuthTokenForStaff = z.object({
  id: Ulid,
  name: z.string(),
  workspace: z.object({
    workspaceId: Ulid,
    displayName: z.string(),
    /** Null while it is not deleted. */
    deletedAt: z.nullable(Moment),
  }),
  /** Who made it and whom it speaks for. */
  creator: z.object({ userId: Ulid, email: z.string(), nickname: z.string() }),
  createdAt: Moment,
  expiresAt: Moment,
  /** Null while it is not revoked. */
  revokedAt: z.nullable(Moment),
  /** To within a few minutes; null until it is used. */
  lastUsedAt: z.nullable(Moment),
});
export type AuthTokenForStaff = z.infer<typeof AuthTokenForStaff>;

/** The newest first. */
export const AuthTokensForStaff = z.object({ authTokens: z.array(AuthTokenForStaff), next: z.nullable(Ulid) });

/** A login that is not over. Address and browser stand in the audit log, at the login. */
export const SessionForStaff = z.object({
  /** Tells the rows apart; it opens nothing. */
  key: z.string(),
  beganAt: Moment,
  /** To within a few minutes. */
  lastSeenAt: Moment,
  /** When it ends at the latest, however often it is used. */
  expiresAt: Moment,
});
export type SessionForStaff = z.infer<typeof SessionForStaff>;

/** The newest first. */
export const SessionsForStaff = z.object({ sessions: z.array(SessionForStaff), next: z.nullable(Cursor) });
