import type { AuditEntry } from '@portal/contract';
import { formatDate } from '@portal/ui';
import type { ReactNode } from 'react';
import { detailChange, detailText } from '../../../lib/audit-details.ts';
import { withTarget, withWorkspace, type ActionDescription } from './action-description.tsx';
import { AuditTarget, AuditWorkspaceLink } from './audit-links.tsx';
import { reassignmentActions } from './ownership-actions.tsx';

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
        {until !== null && ` until ${formatDate(new Date(until))}`}
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

export const staffActions: Readonly<Record<string, ActionDescription>> = {
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
