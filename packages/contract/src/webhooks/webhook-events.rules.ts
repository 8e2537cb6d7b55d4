import type { ActivityGroup } from '../audit/audit.rules.ts';

/** What a webhook can receive: the groups of the activity. */
export const webhookKinds = {
  members: 'Members, roles and invitations',
  tokens: 'API tokens and service accounts',
  workspace: 'Name, description, address and approvals',
  ownership: 'Ownership offers and transfers',
  webhooks: 'Webhooks',
  deletion: 'Deletion of the workspace',
  support: 'Actions by support',
} as const satisfies Readonly<Record<ActivityGroup, string>>;
export type WebhookKind = ActivityGroup;

interface WebhookEventType {
  readonly kind: WebhookKind;
  /** The `type` of the event. */
  readonly type: string;
}

/**
 * The events: the actions in the activity of a workspace that a webhook can receive, with the type of each. Types never change. Actions
 * that end with `ByStaff` and those about quarantines, restores and reassignments are of support.
 */
export const webhookEvents = {
  acceptInvitation: { kind: 'members', type: 'member.joined' },
  claimInvitation: { kind: 'members', type: 'member.joined' },
  changeMemberRole: { kind: 'members', type: 'member.role_changed' },
  removeMember: { kind: 'members', type: 'member.removed' },
  leaveWorkspace: { kind: 'members', type: 'member.left' },

  inviteMember: { kind: 'members', type: 'invitation.created' },
  inviteMembers: { kind: 'members', type: 'invitation.created' },
  resendInvitation: { kind: 'members', type: 'invitation.resent' },
  createInvitationLink: { kind: 'members', type: 'invitation.link_created' },
  cancelInvitation: { kind: 'members', type: 'invitation.cancelled' },
  declineInvitation: { kind: 'members', type: 'invitation.declined' },

  offerOwnership: { kind: 'ownership', type: 'ownership.offered' },
  withdrawOwnershipOffer: { kind: 'ownership', type: 'ownership.offer_withdrawn' },
  acceptOwnership: { kind: 'ownership', type: 'ownership.accepted' },
  declineOwnership: { kind: 'ownership', type: 'ownership.declined' },
  reassignOwnership: { kind: 'support', type: 'ownership.reassignment_ordered' },
  confirmReassignment: { kind: 'support', type: 'ownership.reassignment_confirmed' },
  cancelReassignment: { kind: 'support', type: 'ownership.reassignment_cancelled' },
  objectToReassignment: { kind: 'ownership', type: 'ownership.reassignment_objected' },
  completeReassignment: { kind: 'support', type: 'ownership.reassigned' },

  createAuthToken: { kind: 'tokens', type: 'token.created' },
  renameAuthToken: { kind: 'tokens', type: 'token.renamed' },
  rotateAuthToken: { kind: 'tokens', type: 'token.rotated' },
  revokeAuthToken: { kind: 'tokens', type: 'token.revoked' },
  revokeTokenByHolder: { kind: 'tokens', type: 'token.revoked_by_holder' },
  revokeAuthTokenByStaff: { kind: 'support', type: 'token.revoked_by_support' },
  setTokenPolicy: { kind: 'tokens', type: 'token_policy.changed' },
  createServiceAccount: { kind: 'tokens', type: 'service_account.created' },
  updateServiceAccount: { kind: 'tokens', type: 'service_account.updated' },
  deleteServiceAccount: { kind: 'tokens', type: 'service_account.deleted' },
  deleteServiceAccountByStaff: { kind: 'support', type: 'service_account.deleted_by_support' },

  updateWorkspace: { kind: 'workspace', type: 'workspace.updated' },
  setApprovals: { kind: 'workspace', type: 'workspace.approvals_changed' },
  deleteWorkspace: { kind: 'deletion', type: 'workspace.deleted' },
  restoreWorkspace: { kind: 'support', type: 'workspace.restored' },
  quarantineWorkspace: { kind: 'support', type: 'workspace.quarantine_changed' },

  createWebhook: { kind: 'webhooks', type: 'webhook.created' },
  updateWebhook: { kind: 'webhooks', type: 'webhook.updated' },
  rotateWebhookSecret: { kind: 'webhooks', type: 'webhook.secret_rotated' },
  pauseWebhook: { kind: 'webhooks', type: 'webhook.paused' },
  pauseFailedWebhook: { kind: 'webhooks', type: 'webhook.paused' },
  resumeWebhook: { kind: 'webhooks', type: 'webhook.resumed' },
  deleteWebhook: { kind: 'webhooks', type: 'webhook.deleted' },
} as const satisfies Readonly<Record<string, WebhookEventType>>;

const events: Readonly<Record<string, WebhookEventType>> = webhookEvents;

/** The type of the event that an action is; undefined if it is none. */
export const webhookEventType = (action: string): string | undefined => events[action]?.type;

/** The type of the event that the owner sends to test a webhook. */
export const webhookTestType = 'webhook.test';
