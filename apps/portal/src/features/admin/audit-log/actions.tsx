import { formatLongDate, signupMethodOf, type AuditEntry } from '@portal/contract';
import type { ReactNode } from 'react';
import {
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
import { withTarget, withWorkspace, type ActionDescription } from './action-description.tsx';
import { AuditTarget, AuditWorkspaceLink } from './audit-links.tsx';
import { invitationActions } from './invitation-actions.tsx';
import { ownershipActions, reassignmentActions } from './ownership-actions.tsx';

function describeLogin({ details }: AuditEntry): string {
  const connection = detailText(details, 'connection');
  const first = details?.['isFirst'] === true ? ' for the first time' : '';
  const quarantined = details?.['quarantinedLike']
    ? ', quarantined because another account with the same email is'
    : '';
  const ended = details?.['staffSessionsEnded'] ? ', which ended earlier staff sessions' : '';
  return `logged in${first}${connection === null ? '' : ` (${signupMethodOf(connection)})`}${ended}${quarantined}`;
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
    describe: () => 'requested the deletion of their account',
  },
  cancelAccountDeletion: {
    label: 'Cancel the deletion of an account',
    describe: ({ details }) =>
      details?.['blockers']
        ? 'had the deletion of their account cancelled, because of workspaces with members or an unpaid invoice'
        : 'cancelled the deletion of their account',
  },
  eraseAccount: { label: 'Delete an account', describe: () => 'had their account deleted, as requested' },
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
      </>
    ),
  },
  removeMember: {
    label: 'Remove a member',
    describe: (entry) => (
      <>
        {isAboutInvitation(entry) ? 'cancelled the invitation to' : 'removed'} <AuditTarget {...entry} />{' '}
        {isAboutInvitation(entry) ? 'in' : 'from'} <AuditWorkspaceLink {...entry} />
      </>
    ),
  },
  leaveWorkspace: { label: 'Leave a workspace', describe: withWorkspace('left') },
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

/** A text of the new lock in a change. */
const lockDetail = (lock: unknown, name: string) =>
  typeof lock === 'object' && lock !== null ? detailText({ ...lock }, name) : null;

/** A lock was created, changed or lifted. */
function describeLock(verb: string, noun: string, name: string, Target: (entry: AuditEntry) => ReactNode) {
  return function describe(entry: AuditEntry) {
    const change = detailChange(entry.details, name);
    const isLifted = change?.to === null;
    const reason = isLifted ? detailText(entry.details, 'reason') : lockDetail(change?.to, 'reason');
    const until = lockDetail(change?.to, 'until');
    const lifted = change?.from ? `lifted the ${noun} of` : `found no ${noun} to lift for`;
    const applied = change?.from ? `changed the ${noun} of` : verb;
    return (
      <>
        {isLifted ? lifted : applied} <Target {...entry} />
        {until !== null && ` until ${formatLongDate(new Date(until))}`}
        {reason !== null && `: “${reason}”`}
      </>
    );
  };
}

const describeSetUp = (entry: AuditEntry) => (
  <>
    set up <AuditWorkspaceLink {...entry} /> for <AuditTarget {...entry} />
  </>
);

const withPeriod =
  (text: string) =>
  ({ details }: AuditEntry) =>
    `${text} from ${detailText(details, 'startDate') ?? 'an unknown date'} to ${detailText(details, 'endDate') ?? 'an unknown date'}`;

const withSearchTerm =
  (text: string, name: string) =>
  ({ details }: AuditEntry) =>
    `${text} “${detailText(details, name) ?? ''}”`;

const staffActions: Readonly<Record<string, ActionDescription>> = {
  quarantineUser: {
    label: 'Quarantine or unquarantine a user',
    describe: describeLock('quarantined', 'quarantine', 'quarantine', AuditTarget),
  },
  suspendUser: {
    label: 'Suspend or unsuspend a user',
    describe: describeLock('suspended', 'suspension', 'suspension', AuditTarget),
  },
  endUserSessions: {
    label: 'End the sessions of a user',
    describe: (entry) => (
      <>
        ended the sessions of <AuditTarget {...entry} />: “{detailText(entry.details, 'reason') ?? ''}”
      </>
    ),
  },
  quarantineWorkspace: {
    label: 'Quarantine or unquarantine a workspace',
    describe: describeLock('quarantined', 'quarantine', 'quarantine', AuditWorkspaceLink),
  },
  ...reassignmentActions,
  getWorkspaceAccessForStaff: {
    label: 'List what a quarantine stops',
    describe: withWorkspace('listed the API tokens and instance sessions of'),
  },
  getUserAccessForStaff: {
    label: 'List what a lock ends',
    describe: withTarget('listed the sessions and API tokens of'),
  },
  restoreWorkspace: { label: 'Restore a workspace', describe: withWorkspace('restored') },
  setUpProductionWorkspace: { label: 'Set up a workspace by email', describe: describeSetUp },
  setUpProductionWorkspaceByUserId: { label: 'Set up a workspace by user ID', describe: describeSetUp },
  findUsersByEmail: { label: 'Look up users by email', describe: withSearchTerm('looked up users by', 'email') },
  searchUsers: { label: 'Search users', describe: withSearchTerm('searched users for', 'query') },
  searchWorkspaces: { label: 'Search workspaces', describe: withSearchTerm('searched workspaces for', 'query') },
  getUserForStaff: { label: 'View a user', describe: withTarget('viewed') },
  listWorkspacesOfUser: { label: 'List the workspaces of a user', describe: withTarget('listed the workspaces of') },
  listAuthTokensOfUser: { label: 'List the API tokens of a user', describe: withTarget('listed the API tokens of') },
  listSessionsOfUser: { label: 'List the sessions of a user', describe: withTarget('listed the sessions of') },
  listAuditEntriesOfUser: { label: 'Read the audit log of a user', describe: withTarget('read the audit log of') },
  getWorkspaceForStaff: { label: 'View a workspace', describe: withWorkspace('viewed') },
  listMembersForStaff: { label: 'List the members of a workspace', describe: withWorkspace('listed the members of') },
  listAuthTokensForStaff: {
    label: 'List the API tokens of a workspace',
    describe: withWorkspace('listed the API tokens of'),
  },
  listQuarantinedUsers: { label: 'List quarantined users', describe: () => 'listed the quarantined users' },
  listSuspendedUsers: { label: 'List suspended users', describe: () => 'listed the suspended users' },
  lookUpWorkspaceOwner: {
    label: 'Look up the owner of a workspace',
    describe: withWorkspace('looked up the owner of'),
  },
  reportSignups: { label: 'Report signups', describe: withPeriod('listed the signups') },
  countSignups: { label: 'Count signups', describe: withPeriod('counted the signups') },
  reportSignupsCsv: { label: 'Download signups', describe: withPeriod('downloaded the signups') },
  listAuditEntries: { label: 'Read the audit log', describe: () => 'read the audit log' },
  exportAuditEntries: { label: 'Download the audit log', describe: () => 'downloaded the audit log' },
};

const descriptions = { ...userActions, ...staffActions };

export const actionOptions = Object.entries(descriptions).map(([value, { label }]) => ({
  value,
  label,
  keywords: value,
}));

export const actionLabel = (action: string) => descriptions[action]?.label ?? humanizeAction(action);

/** The sentence of an entry, without its actor. */
export const describeEntry = (entry: AuditEntry) =>
  descriptions[entry.action]?.describe(entry) ?? `performed: ${humanizeAction(entry.action)}`;
