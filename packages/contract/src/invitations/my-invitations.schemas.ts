import * as z from 'zod/mini';
import { IdInput, IsoTimestamp, Ulid, UlidInput } from '../primitives.ts';
import { pageSize } from '../pagination.ts';
import { assignableRoles } from '../members/members.schemas.ts';

/** Without parameters the response is the first page. */
export const InvitationsQuery = z.strictObject({
  /** The id of the previous page's last invitation, from its `Link` header. */
  after: z.optional(UlidInput),
  /** The maximum number of invitations; 500 by default. */
  limit: z.optional(pageSize(500)),
});

/** The role that the invitee gets. */
export const InvitedRole = z.enum(assignableRoles);

/** An invitation as shown to the user it is for. */
export const MyInvitation = z.object({
  id: Ulid,
  /** Until the invitation is accepted, calls with it return `WorkspaceNotFound`. */
  workspaceId: Ulid,
  workspaceName: z.string(),
  role: InvitedRole,
  /** Null if a service account sent it, or if that account no longer exists. */
  inviter: z.nullable(z.object({ nickname: z.string(), email: z.string() })),
  /** The service account that sent it. Null if a user did. */
  inviterServiceAccount: z.nullable(z.object({ name: z.string() })),
  expiresAt: IsoTimestamp,
});
export type MyInvitation = z.infer<typeof MyInvitation>;

/**
 * What hides an invitation from a user with the invited email address, who may not be the owner of the mailbox:
 *
 * - `link`: the user has not opened a link to the invitation.
 * - `login`: the user has opened none either, and a new login would prove the mailbox. The current login is older than the
 *   invitation, or than the verification of the email.
 */
export const missingProofs = ['link', 'login'] as const;
export type MissingProof = (typeof missingProofs)[number];

/** An invitation that the user cannot see, accept or decline before they have proven that the mailbox is theirs. */
export const HiddenInvitation = z.object({
  id: Ulid,
  /**
   * `prepared`: not an invitation, but workspaces that support prepared for the email. They go to the user who opens the link in the
   * email about them, or at a login that proves the mailbox. Invitations have no `kind`.
   */
  kind: z.optional(z.literal('prepared')),
  missingProof: z.enum(missingProofs),
});
export type HiddenInvitation = z.infer<typeof HiddenInvitation>;

/** An open invitation of the user's email address. */
export const ListedInvitation = z.union([MyInvitation, HiddenInvitation]);
export type ListedInvitation = z.infer<typeof ListedInvitation>;

/** Newest first. */
export const MyInvitations = z.array(ListedInvitation);

/** Path parameters of the calls about an invitation to the user's verified email address. */
export const MyInvitationParams = z.object({
  /** The invitation's id, from `listMyInvitations` or `openInvitationLink`. */
  invitationId: IdInput,
});

/** What the user agrees to. */
export const Acceptance = z.object({
  /** The role that the user saw. If the invitation has a different one by now, it is not accepted. */
  role: InvitedRole,
});

/** The workspace of an accepted invitation. */
export const AcceptedInvitation = z.object({
  /** The workspace that you are now a member of. */
  workspaceId: Ulid,
});
