import { detailText, type AuditAction, type AuditEntry } from '@portal/contract';
import {
  describeFailedWebhook,
  describeInvitationsOf,
  describeRole,
  describeRotation,
  describeServiceAccount,
  describeServiceAccountUpdate,
  describeTerminal,
  describeTerminalGrant,
  describeToken,
  describeTokenCreation,
  describeWebhook,
  describeWebhookCreation,
  describeWebhookUpdate,
  detailChange,
  detailNewText,
  humanizeAction,
} from '../lib/audit-details.ts';
import {
  aboutUser,
  aboutWorkspace,
  atWorkspace,
  describeLogin,
  describeVerification,
  lostOnlyStaffRights,
  unlessIdentityDeleted,
  describeWorkspaceUpdate,
  describeInvitation,
  describeAcceptance,
  aboutInvitation,
  describeRemoval,
  describeOffer,
  describeReassignment,
  describeLock,
  describeSetUp,
  withPeriod,
  withSearchTerm,
  type EntryNouns,
  type ActionDescription,
} from './audit-sentences.tsx';

/** How the audit log and the activity of a workspace describe each action. Filters list the actions in this order. */
const auditActions: Readonly<Record<AuditAction, ActionDescription>> = {
  login: { label: 'Log in', describe: describeLogin },
  logout: {
    label: 'Log out',
    describe: (details) =>
      detailText(details, 'endedByLoginOf') === null ? 'logged out' : 'was logged out by another login in that browser',
  },
  backChannelLogout: {
    label: 'Logout by the identity provider',
    describe: (details) =>
      detailText(details, 'scope') === 'all'
        ? 'was logged out everywhere by the identity provider'
        : 'was logged out by the identity provider',
  },
  endSession: { label: 'End a session', describe: () => 'ended one of their sessions' },
  endOtherSessions: { label: 'End all other sessions', describe: () => 'ended all their other sessions' },
  approveDevice: {
    label: 'Approve a device',
    describe: (details) =>
      `approved the device code of ${describeTerminal(details)}, which can act as them ${describeTerminalGrant(details)}`,
  },
  approveTerminal: {
    label: 'Approve a terminal',
    describe: (details) =>
      `approved ${describeTerminal(details)}, which can act as them ${describeTerminalGrant(details)}`,
  },
  issueToken: {
    label: 'End a copied terminal login',
    describe: (details) => `lost the login of ${describeTerminal(details)}, because a secret of it was used twice`,
  },
  denyDevice: {
    label: 'Deny a device',
    describe: (details) => `denied the device code of ${describeTerminal(details)}`,
  },
  requestPasswordChange: {
    label: 'Ask for a password change',
    describe: unlessIdentityDeleted(() => 'asked the login service for an email to change their password'),
  },
  startSecondFactor: {
    label: 'Set up a second factor',
    describe: unlessIdentityDeleted(() => 'opened the page on which a second factor is set up'),
  },
  addBillingContact: {
    label: 'Add a billing contact',
    describe: () => 'added a billing contact',
  },
  removeBillingContact: {
    label: 'Remove a billing contact',
    describe: () => 'removed a billing contact',
  },
  keepToken: { label: 'Keep an API token', describe: () => 'kept one of their API tokens after a review' },
  refreshAuth0Profile: {
    label: 'Refresh the profile',
    describe: unlessIdentityDeleted((details) =>
      lostOnlyStaffRights(details) ? 'lost staff rights after a profile refresh' : describeVerification(details),
    ),
  },
  resendEmailVerification: {
    label: 'Resend the verification email',
    describe: unlessIdentityDeleted((details) =>
      lostOnlyStaffRights(details)
        ? 'lost staff rights after a profile refresh'
        : `had ${describeVerification(details)}`,
    ),
  },
  exportAccount: { label: 'Download own data', describe: () => 'downloaded their own data' },
  requestAccountDeletion: {
    label: 'Request the deletion of an account',
    describe: (details) => `requested the deletion of their account${describeInvitationsOf(details)}`,
  },
  cancelAccountDeletion: {
    label: 'Cancel the deletion of an account',
    describe: (details) =>
      details?.['blockers']
        ? 'had the deletion of their account cancelled, because of workspaces with members or an unpaid invoice'
        : 'cancelled the deletion of their account',
  },
  eraseAccount: { label: 'Delete an account', describe: () => 'was deleted, as requested' },

  createWorkspace: { label: 'Create a workspace', describe: aboutWorkspace('created') },
  updateWorkspace: { label: 'Edit a workspace', describe: describeWorkspaceUpdate },
  deleteWorkspace: { label: 'Delete a workspace', describe: aboutWorkspace('deleted') },
  setApprovals: {
    label: 'Enable or disable approvals',
    describe: atWorkspace(
      'in',
      (details) => `${detailChange(details, 'approvalsEnabled')?.to === true ? 'enabled' : 'disabled'} approvals`,
    ),
  },
  inviteMember: { label: 'Invite a member', describe: describeInvitation },
  inviteMembers: { label: 'Invite several people', describe: describeInvitation },
  resendInvitation: { label: 'Resend an invitation', describe: aboutInvitation('resent the invitation to') },
  cancelInvitation: { label: 'Cancel an invitation', describe: aboutInvitation('cancelled the invitation to') },
  createInvitationLink: {
    label: 'Create an invitation link',
    describe: aboutInvitation('created an invitation link for'),
  },
  acceptInvitation: { label: 'Accept an invitation', describe: describeAcceptance },
  declineInvitation: { label: 'Decline an invitation', describe: atWorkspace('to', 'declined an invitation') },
  openInvitationLink: {
    label: 'Open the link to a prepared workspace',
    describe: () => 'opened the link to what staff prepared for their email',
  },
  // A workspace that staff set up.
  claimInvitation: {
    label: 'Accept an invitation by a login',
    describe: describeAcceptance,
  },
  changeMemberRole: {
    label: 'Change a role',
    describe: (details, { target, withWorkspace }) => (
      <>
        changed the role of {target}
        {withWorkspace('in')} to {describeRole(detailChange(details, 'role')?.to)}
        {describeInvitationsOf(details)}
      </>
    ),
  },
  removeMember: { label: 'Remove a member', describe: describeRemoval },
  leaveWorkspace: {
    label: 'Leave a workspace',
    describe: (details, { workspace }) => (
      <>
        left {workspace}
        {describeInvitationsOf(details)}
      </>
    ),
  },

  offerOwnership: { label: 'Offer ownership', describe: describeOffer('offered ownership') },
  withdrawOwnershipOffer: {
    label: 'Withdraw an ownership offer',
    describe: describeOffer('withdrew the offer of ownership'),
  },
  acceptOwnership: { label: 'Accept ownership', describe: atWorkspace('of', 'accepted ownership') },
  declineOwnership: { label: 'Decline ownership', describe: atWorkspace('of', 'declined ownership') },
  objectToReassignment: {
    label: 'Object to an ownership change',
    describe: (_, { withWorkspace }) => <>objected to an ownership change{withWorkspace('of')} by support</>,
  },

  createAuthToken: {
    label: 'Generate an API token',
    describe: atWorkspace('in', (details) => `${describeTokenCreation(details)} ${describeToken(details)}`),
  },
  renameAuthToken: {
    label: 'Rename an API token',
    describe: atWorkspace(
      'in',
      (details) => `renamed an API token to “${detailNewText(details, 'name') ?? 'Unnamed'}”`,
    ),
  },
  revokeAuthToken: {
    label: 'Revoke an API token',
    describe: atWorkspace('in', (details) => `revoked ${describeToken(details)}`),
  },
  revokeTokenByHolder: {
    label: 'Revoke an API token as its holder',
    describe: atWorkspace('in', (details) => `had ${describeToken(details)} revoked by its holder`),
  },
  rotateAuthToken: {
    label: 'Rotate an API token',
    describe: atWorkspace('in', (details) => `${describeRotation(details)} ${describeToken(details)}`),
  },
  setTokenPolicy: {
    label: 'Change the policy of API tokens',
    describe: atWorkspace('of', 'changed the policy of API tokens'),
  },
  createServiceAccount: {
    label: 'Create a service account',
    describe: atWorkspace('in', (details) => `created ${describeServiceAccount(details)}`),
  },
  updateServiceAccount: {
    label: 'Change a service account',
    describe: atWorkspace('in', describeServiceAccountUpdate),
  },
  deleteServiceAccount: {
    label: 'Delete a service account',
    describe: atWorkspace('in', (details) => `deleted ${describeServiceAccount(details)}`),
  },

  createWebhook: {
    label: 'Create a webhook',
    describe: atWorkspace('in', (details) => `${describeWebhookCreation(details)} ${describeWebhook(details)}`),
  },
  updateWebhook: { label: 'Change a webhook', describe: atWorkspace('in', describeWebhookUpdate) },
  rotateWebhookSecret: {
    label: 'Replace the secret of a webhook',
    describe: atWorkspace('in', (details) => `replaced the secret of ${describeWebhook(details)}`),
  },
  pauseWebhook: {
    label: 'Pause a webhook',
    describe: atWorkspace('in', (details) => `paused ${describeWebhook(details)}`),
  },
  pauseFailedWebhook: {
    label: 'Pause a webhook that fails',
    describe: (details, { withWorkspace }) => (
      <>
        paused {describeWebhook(details)}
        {withWorkspace('in')}, {describeFailedWebhook(details)}
      </>
    ),
  },
  resumeWebhook: {
    label: 'Resume a webhook',
    describe: atWorkspace('in', (details) => `resumed ${describeWebhook(details)}`),
  },
  deleteWebhook: {
    label: 'Delete a webhook',
    describe: atWorkspace('in', (details) => `deleted ${describeWebhook(details)}`),
  },

  quarantineUser: {
    label: 'Quarantine or unquarantine a user',
    describe: (details, { target }) => describeLock(details, 'quarantined', 'quarantine', target),
  },
  suspendUser: {
    label: 'Suspend or unsuspend a user',
    describe: (details, { target }) => describeLock(details, 'suspended', 'suspension', target),
  },
  endUserSessions: {
    label: 'End the sessions of a user',
    describe: (details, { target }) => (
      <>
        ended the sessions of {target}: “{detailText(details, 'reason') ?? ''}”
      </>
    ),
  },
  quarantineWorkspace: {
    label: 'Quarantine or unquarantine a workspace',
    describe: (details, { workspace }) => describeLock(details, 'quarantined', 'quarantine', workspace),
  },
  reassignOwnership: {
    label: 'Request an ownership change',
    describe: describeReassignment('requested an ownership change'),
  },
  confirmReassignment: {
    label: 'Confirm an ownership change',
    describe: describeReassignment('confirmed an ownership change'),
  },
  cancelReassignment: {
    label: 'Cancel an ownership change',
    describe: atWorkspace('of', 'cancelled an ownership change'),
  },
  completeReassignment: {
    label: 'Complete an ownership change',
    describe: describeReassignment('changed the owner'),
  },
  getWorkspaceCredentialsForStaff: {
    label: 'List what a quarantine stops',
    describe: aboutWorkspace('listed the API tokens and instance sessions of'),
  },
  getUserCredentialsForStaff: {
    label: 'List what a lock ends',
    describe: aboutUser('listed the sessions and API tokens of'),
  },
  restoreWorkspace: { label: 'Restore a workspace', describe: aboutWorkspace('restored') },
  setUpProductionWorkspace: { label: 'Set up a workspace by email', describe: describeSetUp },
  setUpProductionWorkspaceByUserId: { label: 'Set up a workspace by user ID', describe: describeSetUp },
  findUsersByEmail: { label: 'Look up users by email', describe: withSearchTerm('looked up users by', 'email') },
  getStaffHome: { label: 'Open the home of staff', describe: () => 'opened the admin home' },
  searchUsers: { label: 'Search users', describe: withSearchTerm('searched users for', 'query') },
  searchWorkspaces: { label: 'Search workspaces', describe: withSearchTerm('searched workspaces for', 'query') },
  getUserForStaff: { label: 'View a user', describe: aboutUser('viewed') },
  listWorkspacesOfUser: { label: 'List the workspaces of a user', describe: aboutUser('listed the workspaces of') },
  listAuthTokensOfUser: { label: 'List the API tokens of a user', describe: aboutUser('listed the API tokens of') },
  listSessionsOfUser: { label: 'List the sessions of a user', describe: aboutUser('listed the sessions of') },
  listAuditEntriesOfUser: { label: 'Read the audit log of a user', describe: aboutUser('read the audit log of') },
  getWorkspaceForStaff: { label: 'View a workspace', describe: aboutWorkspace('viewed') },
  listMembersForStaff: { label: 'List the members of a workspace', describe: aboutWorkspace('listed the members of') },
  listAuthTokensForStaff: {
    label: 'List the API tokens of a workspace',
    describe: aboutWorkspace('listed the API tokens of'),
  },
  listServiceAccountsForStaff: {
    label: 'List the service accounts of a workspace',
    describe: aboutWorkspace('listed the service accounts of'),
  },
  revokeAuthTokenByStaff: {
    label: 'Revoke an API token as staff',
    describe: atWorkspace(
      'in',
      (details) => `revoked ${describeToken(details)}: “${detailText(details, 'reason') ?? ''}”`,
    ),
  },
  deleteServiceAccountByStaff: {
    label: 'Delete a service account as staff',
    describe: atWorkspace(
      'in',
      (details) => `deleted ${describeServiceAccount(details)}: “${detailText(details, 'reason') ?? ''}”`,
    ),
  },
  listQuarantinedUsers: { label: 'List quarantined users', describe: () => 'listed the quarantined users' },
  listSuspendedUsers: { label: 'List suspended users', describe: () => 'listed the suspended users' },
  listQuarantinedWorkspaces: {
    label: 'List quarantined workspaces',
    describe: () => 'listed the quarantined workspaces',
  },
  lookUpWorkspaceOwner: {
    label: 'Look up the owner of a workspace',
    describe: aboutWorkspace('looked up the owner of'),
  },
  reportSignups: { label: 'Report signups', describe: withPeriod('listed the signups') },
  countSignups: { label: 'Count signups', describe: withPeriod('counted the signups') },
  reportSignupsCsv: { label: 'Download signups', describe: withPeriod('downloaded the signups') },
  listAuditEntries: { label: 'Read the audit log', describe: () => 'read the audit log' },
  exportAuditEntries: { label: 'Download the audit log', describe: () => 'downloaded the audit log' },
};

const isAuditAction = (action: string): action is AuditAction => Object.hasOwn(auditActions, action);

/** Undefined for an action of a call that was removed, or of a newer version of the API. */
const descriptionOf = (action: string) => (isAuditAction(action) ? auditActions[action] : undefined);

export const actionOptions = Object.entries(auditActions).map(([value, { label }]) => ({
  value,
  label,
  keywords: [value],
}));

export const actionLabel = (action: string) => descriptionOf(action)?.label ?? humanizeAction(action);

/** The sentence of an entry, without its actor. */
export const describeAction = ({ action, details }: Pick<AuditEntry, 'action' | 'details'>, nouns: EntryNouns) =>
  descriptionOf(action)?.describe(details, nouns) ?? `performed the action “${humanizeAction(action)}”`;
