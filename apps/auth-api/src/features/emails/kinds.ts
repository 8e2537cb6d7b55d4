import type { WorkspaceRole } from '@portal/contract';
import type { EndReason } from '../../integrations/stripe/billing-provider.ts';

/**
 * The kinds of emails about an account, with what is stored until an email is sent: ids and small values. No secrets, and no
 * text that a user chose; names are read when the email is sent.
 */
export interface AccountEmailDetails {
  newDevice: { readonly browser: string; readonly system: string | null; readonly network: string | null };
  tokenCreated: { readonly tokenId: string };
  tokenExpiring: { readonly tokenId: string };
  /** For the user who sent the invitation. */
  invitationAccepted: { readonly workspaceId: string; readonly memberId: string; readonly role: WorkspaceRole };
  /** For the owner, and for the approver who sent the invitation. It cannot be turned off, unlike `invitationAccepted`. */
  approverJoined: { readonly workspaceId: string; readonly memberId: string; readonly inviterId: string | null };
  roleChanged: MemberEvent & { readonly oldRole: WorkspaceRole; readonly newRole: WorkspaceRole };
  memberRemoved: MemberEvent;
  /** The first login of an account, whose address has another account with workspaces. */
  otherLogins: Empty;
  sessionsEndedByStaff: Empty;
  /** For the former address. */
  emailChanged: Empty;
  /** The billing email is no longer the address of the account. */
  billingEmailChanged: Empty;
  /** In seven days or less. */
  trialEnding: { readonly trialEndsAt: string };
  /** The trial has ended without a card. */
  subscriptionPaused: Empty;
  paymentFailed: { readonly invoiceId: string };
  /** After a pause. */
  subscriptionResumed: Empty;
  subscriptionEnded: { readonly reason: EndReason | null };
  /** With the link to cancel it. */
  deletionRequested: { readonly requestedAt: string; readonly workspaceIds: readonly string[] };
  deletionCancelled: Empty;
  /** The account cannot be deleted any more, so the deletion is cancelled. */
  deletionBlocked: { readonly workspaceIds: readonly string[]; readonly hasUnpaidInvoices: boolean };
  ownershipOffered: { readonly offerId: string };
  /** To the owner. */
  ownershipDeclined: { readonly workspaceId: string; readonly memberId: string };
  /** To the previous and the new owner. */
  ownershipMoved: {
    readonly workspaceId: string;
    readonly fromUserId: string;
    readonly toUserId: string;
    readonly isBySupport: boolean;
  };
}

interface MemberEvent {
  readonly workspaceId: string;
  /** Who did it. */
  readonly actorId: string;
}

type Empty = Readonly<Record<string, never>>;

export type AccountEmailKind = keyof AccountEmailDetails;
