import * as z from 'zod/mini';
import { InvitedRole } from '../invitations/my-invitations.schemas.ts';
import { IdInput, IsoTimestamp, Ulid } from '../primitives.ts';

/** An API token in a list of what ends or stays. */
export const SummarizedToken = z.object({
  id: Ulid,
  name: z.nullable(z.string()),
  /** The nickname of the user, or the name of the service account, that it acts as. */
  principalName: z.string(),
  /** Accurate to a few minutes; null if never used. */
  lastUsedAt: z.nullable(IsoTimestamp),
  /** In the list of a user, which has those of several workspaces. */
  workspaceName: z.optional(z.string()),
});

/** What is alive and would stop working: at most ten tokens and ten sessions, and how many there are. */
export const CredentialSummary = z.object({
  /** API tokens that are neither expired nor revoked, the most recently used first. */
  authTokens: z.array(SummarizedToken),
  authTokenCount: z.int(),
  /** Sessions of users in the instance, the newest first. */
  instanceSessions: z.array(
    z.object({ nickname: z.string(), startedAt: IsoTimestamp, workspaceName: z.optional(z.string()) }),
  ),
  instanceSessionCount: z.int(),
});
export type CredentialSummary = z.infer<typeof CredentialSummary>;

/** API tokens of service accounts that a user created. They keep working without the user, who may still have their secrets. */
const RemainingTokens = {
  /** Those that are neither expired nor revoked, the most recently used first, at most ten. */
  remainingAuthTokens: z.array(SummarizedToken),
  /** How many there are. */
  remainingAuthTokenCount: z.int(),
};

/** What ends when a workspace is deleted, besides its members and invitations. */
export const WorkspaceCredentialSummary = z.extend(CredentialSummary, {
  /** The service accounts by name, at most ten. */
  serviceAccounts: z.array(z.object({ id: Ulid, name: z.string() })),
  /** How many there are. */
  serviceAccountCount: z.int(),
  webhookCount: z.int(),
  /** The address of the member to whom the ownership is offered; null without an open offer. */
  ownershipOfferedTo: z.nullable(z.string()),
});
export type WorkspaceCredentialSummary = z.infer<typeof WorkspaceCredentialSummary>;

/** An open invitation in a list of what ends. */
const SentInvitation = z.object({
  id: Ulid,
  email: z.string(),
  role: InvitedRole,
  /** In the list of a user, which has those of several workspaces. */
  workspaceName: z.optional(z.string()),
});

/** What ends when a member leaves, and which tokens that they created do not. */
export const MemberCredentialSummary = z.extend(CredentialSummary, {
  ...RemainingTokens,
  /** The open invitations that the member sent, the newest first, at most ten. The removal of the member cancels them. */
  invitations: z.array(SentInvitation),
  /** How many there are. */
  invitationCount: z.int(),
  /** Whether the ownership is offered to the member. The offer ends with the membership. */
  hasOwnershipOffer: z.boolean(),
  /** Of the owner, the tokens that can do less after a transfer of the ownership, the most recently used first, at most ten. */
  limitedAuthTokens: z.array(SummarizedToken),
  /** How many there are. */
  limitedAuthTokenCount: z.int(),
});
export type MemberCredentialSummary = z.infer<typeof MemberCredentialSummary>;

/** What ends in all workspaces when an account is locked or deleted, and which tokens that the user created keep working. */
export const UserCredentialSummary = z.extend(CredentialSummary, {
  ...RemainingTokens,
  /**
   * The tokens of service accounts in workspaces that the user owns, the most recently used first, at most ten. A lock of the account
   * pauses them. The deletion of the account ends them with the workspace.
   */
  ownedAuthTokens: z.array(SummarizedToken),
  /** How many there are. */
  ownedAuthTokenCount: z.int(),
  /** Sessions at the portal. */
  sessionCount: z.int(),
});
export type UserCredentialSummary = z.infer<typeof UserCredentialSummary>;

/** What ends when users delete their account. */
export const OwnCredentialSummary = z.extend(UserCredentialSummary, {
  /** The open invitations that the user sent in workspaces of others, the newest first, at most ten. */
  invitations: z.array(SentInvitation),
  /** How many there are. */
  invitationCount: z.int(),
  /** How many offers of an ownership to the user are open. */
  ownershipOfferCount: z.int(),
});
export type OwnCredentialSummary = z.infer<typeof OwnCredentialSummary>;

/** Path parameters of the calls about the credentials of a member. */
export const MemberCredentialsParams = z.object({
  /** The id of the workspace. */
  workspaceId: IdInput,
  /** The id of the member. */
  userId: IdInput,
});
