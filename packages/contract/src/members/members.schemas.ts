import * as z from 'zod/mini';
import { ListQuery } from '../pagination.ts';
import { Email, IdInput, IsoTimestamp, Ulid, enumOf } from '../primitives.ts';

/** The roles of a workspace, from most to fewest permissions. Source: specification section 6. */
export const workspaceRoles = ['OWNER', 'APPROVER', 'EDITOR'] as const;

/** A role in a workspace. */
export const WorkspaceRole = enumOf(workspaceRoles);
export type WorkspaceRole = z.infer<typeof WorkspaceRole>;

/** The roles that an invitation or a role change can give. */
export const assignableRoles = ['APPROVER', 'EDITOR'] as const;
const maxRoleLength = 100;

/** A role that a member can be given, in any case (`editor`). The owner role cannot be given. */
export const AssignableRole = z.pipe(
  z.transform((value: string) =>
    typeof value === 'string' && value.length <= maxRoleLength ? value.trim().toUpperCase() : value,
  ),
  enumOf(assignableRoles),
);
export type AssignableRole = z.infer<typeof AssignableRole>;

/**
 * Whether an invitation is emailed when it is sent, or a workspace when support sets it up:
 *
 * - `queued`: we email it, unless the owner of the mailbox stopped such emails.
 * - `limit`: not emailed, because a limit of emails is reached: to this mailbox from this sender, from this workspace or from all
 *   senders, or from this sender to all mailboxes. Share a link to an invitation instead.
 */
export const emailedStatuses = ['queued', 'limit'] as const;

export const EmailedStatus = z.enum(emailedStatuses);
export type EmailedStatus = z.infer<typeof EmailedStatus>;

/**
 * The limit because of which an invitation is not emailed:
 *
 * - `newAccount`: the emails that the sender may send on the first day of their account.
 * - `account`: the emails that the sender may send in a day.
 * - `address`: the emails that this mailbox may receive in a day.
 */
export const emailLimitNames = ['newAccount', 'account', 'address'] as const;

export const EmailLimit = z.object({
  name: z.enum(emailLimitNames),
  /**
   * When the limit ends. For `address`, when the mailbox gets one email with the invitations that wait; an invitation may have to wait
   * for the next one if there are many.
   */
  until: z.nullable(IsoTimestamp),
});
export type EmailLimit = z.infer<typeof EmailLimit>;

/** Source: specification section 3. */
export const Member = z.object({
  /** The user's id; while the invitation is pending, the invitation's id; the id of a service account. */
  userId: Ulid,
  /** Lower-cased; empty for a service account. */
  email: z.string(),
  /**
   * The display name in the application; the part of the email before the `@` while the invitation is pending; the name of a service
   * account. Never empty.
   */
  nickname: z.string(),
  role: WorkspaceRole,
  /** True until the user accepts the invitation. It does not say whether the email has an account. */
  pending: z.boolean(),
  /** Of a pending invitation, about the last time it was sent. */
  emailed: z.optional(EmailedStatus),
  /** Only of a service account, which the list contains with `include=serviceAccounts`. */
  kind: z.optional(z.literal('serviceAccount')),
});
export type Member = z.infer<typeof Member>;

/** Owners first, then by email; then service accounts by name. */
export const Members = z.array(Member);

/** The query of the list of members. Without parameters the response is the whole list, without service accounts. */
export const MembersQuery = z.strictObject({
  ...ListQuery.shape,
  /** For an instance that gives service accounts a role: adds those of the workspace, which are no members, after the members. */
  include: z.optional(z.literal('serviceAccounts')),
});
export type MembersQuery = z.infer<typeof MembersQuery>;

/** An invitation by email. Source: specification section 5, "Workspace". */
export const NewInvitation = z.object({
  email: Email,
  /** In any case (`editor`), never owner. Default: `EDITOR`, or the role of the pending invitation. */
  role: z.optional(AssignableRole),
});
export type NewInvitation = z.infer<typeof NewInvitation>;

/** The new role of a member. */
export const RoleChange = z.object({
  /** The user id of the member whose role changes; the id of a pending invitation. */
  userId: IdInput,
  role: AssignableRole,
  /**
   * Whether the open invitations that the member sent are cancelled if the new role may not invite. With `false`, you become their sender.
   * Default: true.
   */
  cancelInvitations: z.optional(z.boolean()),
});

/** The member or invitee, by the full email in any case. */
export const MemberRemoval = z.object({
  email: Email,
  /**
   * Whether the open invitations that the member sent are cancelled. With `false`, you become their sender, and they can still be
   * accepted. Default: true.
   */
  cancelInvitations: z.optional(z.boolean()),
});
