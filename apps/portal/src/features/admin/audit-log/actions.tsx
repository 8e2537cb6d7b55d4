import { loginMethodPhrase, signupMethodOf, type AuditEntry } from '@portal/contract';
import {
  describeInvitationsOf,
  describeRole,
  describeToken,
  describeTokenCreation,
  detailChange,
  detailNewText,
  detailOldText,
  detailText,
  humanizeAction,
  isAboutInvitation,
} from '../../../lib/audit-details.ts';
import { withWorkspace, type ActionDescription } from './action-description.tsx';
import { AuditTarget, AuditWorkspaceLink } from './audit-links.tsx';
import { invitationActions } from './invitation-actions.tsx';
import { ownershipActions } from './ownership-actions.tsx';
import { staffActions } from './staff-actions.tsx';

function describeLogin({ details }: AuditEntry): string {
  const connection = detailText(details, 'connection');
  const first = details?.['isFirst'] === true ? ' for the first time' : '';
  const quarantined = details?.['quarantinedLike']
    ? ', quarantined because another account with the same email is'
    : '';
  const ended = details?.['staffSessionsEnded'] ? ', which ended earlier staff sessions' : '';
  return `logged in${first}${connection === null ? '' : ` with ${loginMethodPhrase(signupMethodOf(connection))}`}${ended}${quarantined}`;
}

/** The log records a verification only if it brought a quarantine or an invitation. */
const describeVerification = ({ details }: AuditEntry) =>
  details?.['quarantinedLike'] ? 'verified a quarantined email' : 'verified an invited email';

/** The email no longer belongs to staff, and the refresh had no other effect. */
const lostOnlyStaffRights = ({ details }: AuditEntry) =>
  Boolean(details?.['staffSessionsEnded']) && !details?.['quarantinedLike'] && !details?.['lockedLike'];

function describeWorkspaceUpdate(entry: AuditEntry) {
  const name = detailNewText(entry.details, 'displayName');
  const before = detailOldText(entry.details, 'displayName');
  const url = detailNewText(entry.details, 'instanceUrl');
  if (name !== null) {
    return (
      <>
        renamed <AuditWorkspaceLink {...entry} /> {before !== null && `from “${before}” `}to “{name}”
      </>
    );
  }
  return (
    <>
      {url === null ? 'edited' : 'moved'} <AuditWorkspaceLink {...entry} />
      {url !== null && ` to ${url}`}
    </>
  );
}

const describeLeaving = (entry: AuditEntry) => (
  <>
    left <AuditWorkspaceLink {...entry} />
    {describeInvitationsOf(entry.details)}
  </>
);

const userActions: Readonly<Record<string, ActionDescription>> = {
  login: { label: 'Log in', describe: describeLogin },
  logout: {
    label: 'Log out',
    describe: ({ details }) =>
      detailText(details, 'endedByLoginOf') === null ? 'logged out' : 'was logged out by another login in that browser',
  },
  backChannelLogout: {
    label: 'Logout by the identity provider',
    describe: ({ details }) =>
      detailText(details, 'scope') === 'all'
        ? 'was logged out everywhere by the identity provider'
        : 'was logged out by the identity provider',
  },
  endSession: { label: 'End a session', describe: () => 'ended one of their sessions' },
  endOtherSessions: { label: 'End all other sessions', describe: () => 'ended all their other sessions' },
  keepToken: { label: 'Keep an API token', describe: () => 'kept one of their API tokens after a review' },
  refreshAuth0Profile: {
    label: 'Refresh the profile',
    describe: (entry) =>
      lostOnlyStaffRights(entry) ? 'lost staff rights after a profile refresh' : describeVerification(entry),
  },
  resendEmailVerification: {
    label: 'Resend the verification email',
    describe: (entry) =>
      lostOnlyStaffRights(entry) ? 'lost staff rights after a profile refresh' : `had ${describeVerification(entry)}`,
  },
  exportAccount: { label: 'Download own data', describe: () => 'downloaded their own data' },
  requestAccountDeletion: {
    label: 'Request the deletion of an account',
    describe: ({ details }) => `requested the deletion of their account${describeInvitationsOf(details)}`,
  },
  cancelAccountDeletion: {
    label: 'Cancel the deletion of an account',
    describe: ({ details }) =>
      details?.['blockers']
        ? 'had the deletion of their account cancelled, because of workspaces with members or an unpaid invoice'
        : 'cancelled the deletion of their account',
  },
  eraseAccount: { label: 'Delete an account', describe: () => 'was deleted, as requested' },
  createWorkspace: { label: 'Create a workspace', describe: withWorkspace('created') },
  updateWorkspace: { label: 'Edit a workspace', describe: describeWorkspaceUpdate },
  deleteWorkspace: { label: 'Delete a workspace', describe: withWorkspace('deleted') },
  setApprovals: {
    label: 'Enable or disable approvals',
    describe: withWorkspace(
      ({ details }) =>
        `${detailChange(details, 'approvalsEnabled')?.to === true ? 'enabled' : 'disabled'} approvals in`,
    ),
  },
  ...invitationActions,
  changeMemberRole: {
    label: 'Change a role',
    describe: (entry) => (
      <>
        changed the role of <AuditTarget {...entry} /> in <AuditWorkspaceLink {...entry} /> to{' '}
        {describeRole(detailChange(entry.details, 'role')?.to)}
        {describeInvitationsOf(entry.details)}
      </>
    ),
  },
  removeMember: {
    label: 'Remove a member',
    describe: (entry) => (
      <>
        {isAboutInvitation(entry) ? 'cancelled the invitation to' : 'removed'} <AuditTarget {...entry} />{' '}
        {isAboutInvitation(entry) ? 'in' : 'from'} <AuditWorkspaceLink {...entry} />
        {describeInvitationsOf(entry.details)}
      </>
    ),
  },
  leaveWorkspace: { label: 'Leave a workspace', describe: describeLeaving },
  ...ownershipActions,
  createAuthToken: {
    label: 'Generate an API token',
    describe: withWorkspace(({ details }) => `${describeTokenCreation(details)} ${describeToken(details)} in`),
  },
  renameAuthToken: {
    label: 'Rename an API token',
    describe: withWorkspace(
      ({ details }) => `renamed an API token to “${detailNewText(details, 'name') ?? 'Unnamed'}” in`,
    ),
  },
  revokeAuthToken: {
    label: 'Revoke an API token',
    describe: withWorkspace(({ details }) => `revoked ${describeToken(details)} in`),
  },
};

const descriptions = { ...userActions, ...staffActions };

export const actionOptions = Object.entries(descriptions).map(([value, { label }]) => ({
  value,
  label,
  keywords: [value],
}));

export const actionLabel = (action: string) => descriptions[action]?.label ?? humanizeAction(action);

/** The sentence of an entry, without its actor. */
export const describeEntry = (entry: AuditEntry) =>
  descriptions[entry.action]?.describe(entry) ?? `performed: ${humanizeAction(entry.action)}`;
