import type { WorkspaceRole } from '@portal/contract';

/**
 * The kinds of emails about an account, with what is stored until an email is sent: ids and small values. No secrets, and no
 * text that a user chose; names are read when the email is sent.
 */
export interface AccountEmailDetails {
  tokenCreated: { readonly tokenId: string };
  roleChanged: MemberEvent & { readonly oldRole: WorkspaceRole; readonly newRole: WorkspaceRole };
  memberRemoved: MemberEvent;
}

interface MemberEvent {
  readonly workspaceId: string;
  /** Who did it. */
  readonly actorId: string;
}

export type AccountEmailKind = keyof AccountEmailDetails;
