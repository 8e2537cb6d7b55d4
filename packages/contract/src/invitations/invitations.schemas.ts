import * as z from 'zod/mini';
import { IdInput, IsoTimestamp, Ulid, validationMessages } from '../primitives.ts';
import { AssignableRole, EmailedStatus, EmailLimit } from '../members/members.schemas.ts';
import { InvitedRole, MyInvitation } from './my-invitations.schemas.ts';

/** Path parameters of the calls about an invitation of a workspace. */
export const InvitationParams = z.object({
  /** The workspace's id. */
  workspaceId: IdInput,
  /** The invitation's id. */
  invitationId: IdInput,
});

/** The states in which owners and approvers see an invitation. An accepted one is a member; a cancelled one is not listed. */
export const invitationStatuses = ['pending', 'expired', 'declined'] as const;

/** An invitation as shown to the owner and the approvers of the workspace. */
export const Invitation = z.object({
  id: Ulid,
  /** Lower-cased. */
  email: z.string(),
  role: InvitedRole,
  status: z.enum(invitationStatuses),
  /** The user who sent it last. Null if a service account did, or if that account no longer exists. */
  inviter: z.nullable(z.object({ userId: Ulid, nickname: z.string(), email: z.string() })),
  /** The service account that sent it last. Null if a user did. */
  inviterServiceAccount: z.nullable(z.object({ serviceAccountId: Ulid, name: z.string() })),
  /** When it was sent last. It says nothing about the email, which the owner of the mailbox can stop. */
  sentAt: IsoTimestamp,
  expiresAt: IsoTimestamp,
  /** About the last time it was sent. */
  emailed: EmailedStatus,
  /** With `limit`. */
  emailLimit: z.optional(EmailLimit),
  /**
   * Whether the mail server accepted the last email. Also true if the owner of the mailbox stopped invitation emails, which the
   * sender does not learn.
   */
  emailSent: z.boolean(),
  /** Whether the mail server of the address rejected the last email for good, for example because there is no such mailbox. */
  emailFailed: z.boolean(),
});
export type Invitation = z.infer<typeof Invitation>;

/** Newest first. Of several invitations of one email address, only the latest. */
export const Invitations = z.array(Invitation);

/** The invitation after it was sent again, which may be a new one. */
export const InvitationResult = z.object({ invitation: Invitation });

/** The maximum number of addresses in one `inviteMembers`. */
export const maxInvitationsAtOnce = 50;

/** Several invitations with the same role. */
export const NewInvitations = z.object({
  /** Up to 50 texts. One that is not an email address has the outcome `invalid`. */
  emails: z
    .array(z.string(validationMessages.email), validationMessages.required)
    .check(
      z.minLength(1, validationMessages.required),
      z.maxLength(maxInvitationsAtOnce, `Invite at most ${maxInvitationsAtOnce} addresses at once`),
    ),
  /** In any case (`editor`), never owner. Default: `EDITOR`, or the role of the pending invitation. */
  role: z.optional(AssignableRole),
});
export type NewInvitations = z.infer<typeof NewInvitations>;

/**
 * The outcome of an address:
 *
 * - `invited`: there is a new invitation.
 * - `resent`: the pending or expired invitation was renewed.
 * - `alreadyMember`: it is a member, or was invited with another role.
 * - `invalid`: it is not an email address.
 * - `duplicate`: it is listed more than once; the first one counts.
 */
export const inviteOutcomes = ['invited', 'resent', 'alreadyMember', 'invalid', 'duplicate'] as const;

/** What became of one address. */
export const InviteOutcome = z.object({
  /** Lower-cased; an invalid address as sent, shortened. */
  email: z.string(),
  outcome: z.enum(inviteOutcomes),
  /** With the outcomes `invited` and `resent`. */
  emailed: z.optional(EmailedStatus),
  /** With `limit`. */
  emailLimit: z.optional(EmailLimit),
  /** Why the address was not invited. */
  message: z.optional(z.string()),
});
export type InviteOutcome = z.infer<typeof InviteOutcome>;

/** What became of each address. The call succeeds even if none was invited. */
export const InviteOutcomes = z.object({
  /** One for each address, in the order of the request. */
  outcomes: z.array(InviteOutcome),
  /** How many more invitation emails you can send today, to all addresses together. Missing if no address was invited. */
  emailsLeft: z.optional(z.int()),
});

/** Addresses to check before they are invited. */
export const EmailsToCheck = z.object({ emails: NewInvitations.shape.emails });

/** The addresses that have reached the daily limit of invitation emails from you or from the workspace. */
export const WaitingEmails = z.object({
  waiting: z.array(
    z.object({
      /** Lower-cased. */
      email: z.string(),
      /** When the mailbox gets one email with the invitations that wait. */
      until: IsoTimestamp,
    }),
  ),
});

/** Another link to an invitation. Links that were sent before stay valid. */
export const InvitationLink = z.object({
  invitationId: Ulid,
  /** The URL of the invitation in the portal. It contains a secret that is returned only once. */
  url: z.string(),
  expiresAt: IsoTimestamp,
});

const maxTokenLength = 200;

/** The secret of an invitation link. */
export const InvitationToken = z.object({
  /** The last part of the link's path. */
  token: z
    .string(validationMessages.required)
    .check(z.minLength(1, validationMessages.required), z.maxLength(maxTokenLength, validationMessages.invalid)),
});

/**
 * Where a link leads that an email about an invitation or about a workspace that support prepared contains:
 *
 * - `open`: `invitation` can be accepted or declined.
 * - `wrongAccount`: it is for the account of the email address `neededEmail`.
 * - `notOpen`: it is for another account, and can no longer be accepted.
 * - `unverified`: it is for you, once your email is verified.
 * - `alreadyMember`: you are a member of `workspaceId`.
 * - `claimed`: support prepared `workspaceId` for your email, and you own it now.
 * - `expired`, `declined`, `cancelled`, `accepted`: it ended. `accepted`: you accepted it and left the workspace since.
 * - `unavailable`: it cannot be used now: the workspace was deleted or is quarantined, or its sender can no longer invite.
 * - `unknown`: there is no such link.
 */
export const invitationLinkStatuses = [
  'open',
  'wrongAccount',
  'notOpen',
  'unverified',
  'alreadyMember',
  'claimed',
  'expired',
  'declined',
  'cancelled',
  'accepted',
  'unavailable',
  'unknown',
] as const;

/** What an invitation link leads to for the user who opened it. */
export const OpenedInvitation = z.object({
  status: z.enum(invitationLinkStatuses),
  /** With the status `open`, otherwise null. */
  invitation: z.nullable(MyInvitation),
  /** With the status `wrongAccount`, otherwise null. */
  neededEmail: z.nullable(z.string()),
  /** With the statuses `alreadyMember` and `claimed`, otherwise null. */
  workspaceId: z.nullable(Ulid),
});
export type OpenedInvitation = z.infer<typeof OpenedInvitation>;

/** The secret of the link to preview. */
export const LinkToPreview = z.object(InvitationToken.shape);

/** What the holder of a link sees of an invitation without a login. */
export const InvitationPreview = z.object({
  /** Whether someone can still accept what the link leads to: an invitation, or a workspace that staff prepared. */
  isOpen: z.optional(z.boolean()),
  /** Null unless the invitation can be accepted now. */
  invitation: z.nullable(
    z.object({
      workspaceName: z.string(),
      role: InvitedRole,
      /** The name of the user or the service account that sent it; null if that account no longer exists. */
      inviterName: z.nullable(z.string()),
      expiresAt: IsoTimestamp,
    }),
  ),
});
export type InvitationPreview = z.infer<typeof InvitationPreview>;

/** What a user agrees to before the login. */
export const IntendedAcceptance = z.object({
  ...InvitationToken.shape,
  /** The role that the user saw. If the invitation has a different one by the login, it is not accepted. */
  role: InvitedRole,
});

/** How long an acceptance that was intended before a login waits for it, for the terms and for the verified email. */
export const intentLifetimeMinutes = 15;
