import { displayEmail, type AuditUser, type WorkspaceAuditEntry } from '@portal/contract';
import {
  describeInvitationsOf,
  describeRole,
  describeToken,
  describeTokenCreation,
  detailChange,
  detailEmail,
  detailNewText,
  humanizeAction,
  isAboutInvitation,
} from '../../../lib/audit-details.ts';

/** The audit log has no name for former members. */
const nameOf = (user: AuditUser | null) =>
  user?.email ? displayEmail(user.email) : (user?.nickname ?? 'a former member');

const joinOrLeaveActions: readonly string[] = [
  'acceptInvitation',
  'declineInvitation',
  'claimInvitation',
  'leaveWorkspace',
];

/** Entries about joining and leaving have the email in their details. */
const actorOf = ({ action, actor, details }: WorkspaceAuditEntry) =>
  (joinOrLeaveActions.includes(action) ? detailEmail(details) : null) ?? nameOf(actor);

const subjectOf = ({ subject, details }: WorkspaceAuditEntry) => detailEmail(details) ?? nameOf(subject);

function describeEdit({ details }: WorkspaceAuditEntry): string {
  const name = detailNewText(details, 'displayName');
  if (name !== null) return `renamed the workspace to “${name}”`;
  const url = detailNewText(details, 'instanceUrl');
  return url === null ? 'edited the workspace' : `changed the workspace URL to ${url}`;
}

/** Support can also change the reason of a quarantine, or lift a quarantine that does not exist. */
function describeQuarantine({ details }: WorkspaceAuditEntry): string | undefined {
  const [before, after] = [details?.['wasQuarantined'], details?.['isQuarantined']];
  if (typeof before !== 'boolean' || typeof after !== 'boolean') return undefined;
  if (after) return before ? 'updated the quarantine of the workspace' : 'quarantined the workspace';
  return before
    ? 'lifted the quarantine of the workspace'
    : 'tried to lift a quarantine, but the workspace was not quarantined';
}

const describeInvitation = (entry: WorkspaceAuditEntry) =>
  `invited ${subjectOf(entry)}${entry.details?.['again'] === true ? ' again' : ''}`;

const descriptions: Readonly<Record<string, (entry: WorkspaceAuditEntry) => string | undefined>> = {
  createWorkspace: () => 'created the workspace',
  updateWorkspace: describeEdit,
  deleteWorkspace: () => 'deleted the workspace',
  restoreWorkspace: () => 'restored the workspace',
  quarantineWorkspace: describeQuarantine,
  setApprovals: ({ details }) =>
    `${detailChange(details, 'approvalsEnabled')?.to === true ? 'enabled' : 'disabled'} approvals`,
  inviteMember: describeInvitation,
  inviteMembers: describeInvitation,
  resendInvitation: (entry) => `resent the invitation to ${subjectOf(entry)}`,
  cancelInvitation: (entry) => `cancelled the invitation to ${subjectOf(entry)}`,
  createInvitationLink: (entry) => `created an invitation link for ${subjectOf(entry)}`,
  acceptInvitation: () => 'accepted an invitation',
  declineInvitation: () => 'declined an invitation',
  // By a login: a workspace that staff set up, and in earlier versions any invitation.
  claimInvitation: () => 'accepted an invitation',
  changeMemberRole: (entry) =>
    `changed the role of ${subjectOf(entry)} to ${describeRole(detailChange(entry.details, 'role')?.to)}${describeInvitationsOf(entry.details)}`,
  removeMember: (entry) =>
    isAboutInvitation(entry)
      ? `cancelled the invitation to ${subjectOf(entry)}`
      : `removed ${subjectOf(entry)}${describeInvitationsOf(entry.details)}`,
  leaveWorkspace: ({ details }) => `left the workspace${describeInvitationsOf(details)}`,
  offerOwnership: (entry) => `offered the ownership to ${subjectOf(entry)}`,
  withdrawOwnershipOffer: (entry) => `withdrew the offer of the ownership to ${subjectOf(entry)}`,
  acceptOwnership: () => 'accepted the ownership',
  declineOwnership: () => 'declined the ownership',
  objectToReassignment: () => 'objected to a change of the owner by support',
  reassignOwnership: () => 'requested a change of the owner',
  confirmReassignment: () => 'confirmed a change of the owner',
  cancelReassignment: () => 'cancelled a change of the owner',
  completeReassignment: () => 'changed the owner',
  createAuthToken: ({ details }) => `${describeTokenCreation(details)} ${describeToken(details)}`,
  renameAuthToken: ({ details }) => `renamed an API token to “${detailNewText(details, 'name') ?? 'Unnamed'}”`,
  revokeAuthToken: ({ details }) => `revoked ${describeToken(details)}`,
};

/** The actor of an audit entry, and a description of the action. */
export function describeActivity(entry: WorkspaceAuditEntry): { actor: string; action: string } {
  return {
    actor: entry.bySupport ? 'Support' : actorOf(entry),
    action: descriptions[entry.action]?.(entry) ?? `performed the action “${humanizeAction(entry.action)}”`,
  };
}
