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
  /** Null if that account no longer exists. */
  inviter: z.nullable(z.object({ nickname: z.string(), email: z.string() })),
  expiresAt: IsoTimestamp,
});
export type MyInvitation = z.infer<typeof MyInvitation>;

/** Newest first. */
export const MyInvitations = z.array(MyInvitation);

/** Path parameters of the calls about an invitation to the user's verified email address. */
export const MyInvitationParams = z.object({
  /** The invitation's id, from `listMyInvitations` or `openInvitationLink`. */
  invitationId: IdInput,
});

/** The workspace of an accepted invitation. */
export const AcceptedInvitation = z.object({
  /** The workspace that you are now a member of. */
  workspaceId: Ulid,
});
