import { longDate, type AuditEntry } from '@portal/contract';
import { changeIn, textIn } from '../../../api/audit-details.ts';
import type { WordsOfActs } from './act-words.ts';
import { About, Subject } from './audit-names.tsx';

/** A text of the lock that there is now. */
const termIn = (lock: unknown, name: string) =>
  typeof lock === 'object' && lock !== null ? textIn({ ...lock }, name) : null;

/** What a lock-out did: it began, its terms changed, or it ended. */
function lockOut(verb: string, noun: string, name: string, Whom: (entry: AuditEntry) => React.ReactNode) {
  return function tell(entry: AuditEntry) {
    const change = changeIn(entry.details, name);
    const ended = change?.to === null;
    const reason = ended ? textIn(entry.details, 'reason') : termIn(change?.to, 'reason');
    const until = termIn(change?.to, 'until');
    const what = change?.from ? `${ended ? 'ended' : 'changed'} the ${noun} of` : ended ? `ended no ${noun} of` : verb;
    return (
      <>
        {what} <Whom {...entry} />
        {until !== null && ` until ${longDate(new Date(until))}`}
        {reason !== null && `: “${reason}”`}
      </>
    );
  };
}

const ofSubject = (what: string) => (entry: AuditEntry) => (
  <>
    {what} <Subject {...entry} />
  </>
);

const ofWorkspace = (what: string) => (entry: AuditEntry) => (
  <>
    {what} <About {...entry} />
  </>
);

const setUp = (entry: AuditEntry) => (
  <>
    set up <About {...entry} /> for <Subject {...entry} />
  </>
);

const inPeriod =
  (what: string) =>
  ({ details }: AuditEntry) =>
    `${what} from ${textIn(details, 'startDate') ?? 'a day'} to ${textIn(details, 'endDate') ?? 'a day'}`;

const searched =
  (what: string, name: string) =>
  ({ details }: AuditEntry) =>
    `${what} “${textIn(details, name) ?? ''}”`;

/** What staff do in the name of support. */
export const actsOfStaff: WordsOfActs = {
  quarantineUser: {
    label: 'Quarantine a user, or end it',
    tell: lockOut('quarantined', 'quarantine', 'quarantine', Subject),
  },
  suspendUser: {
    label: 'Suspend a user, or end it',
    tell: lockOut('suspended', 'suspension', 'suspension', Subject),
  },
  quarantineWorkspace: {
    label: 'Quarantine a workspace, or end it',
    tell: lockOut('quarantined', 'quarantine', 'quarantine', About),
  },
  restoreWorkspace: { label: 'Restore a workspace', tell: ofWorkspace('restored') },
  setUpProductionWorkspace: { label: 'Set up a workspace by email', tell: setUp },
  setUpProductionWorkspaceByUserId: { label: 'Set up a workspace by user ID', tell: setUp },
  findUsersByEmail: { label: 'Look up users by email', tell: searched('looked up users by', 'email') },
  searchUsers: { label: 'Search users', tell: searched('searched users for', 'query') },
  searchWorkspaces: { label: 'Search workspaces', tell: searched('searched workspaces for', 'query') },
  getUserForStaff: { label: 'Open the page of a user', tell: ofSubject('opened the page of') },
  listWorkspacesOfUser: { label: 'List the workspaces of a user', tell: ofSubject('listed the workspaces of') },
  listAuthTokensOfUser: { label: 'List the API tokens of a user', tell: ofSubject('listed the API tokens of') },
  listSessionsOfUser: { label: 'List the sessions of a user', tell: ofSubject('listed the sessions of') },
  listAuditEntriesOfUser: { label: 'Read the audit trail of a user', tell: ofSubject('read the audit trail of') },
  getWorkspaceForStaff: { label: 'Open the page of a workspace', tell: ofWorkspace('opened the page of') },
  listMembersForStaff: { label: 'List the members of a workspace', tell: ofWorkspace('listed the members of') },
  listAuthTokensForStaff: {
    label: 'List the API tokens of a workspace',
    tell: ofWorkspace('listed the API tokens of'),
  },
  listQuarantinedUsers: { label: 'List quarantined users', tell: () => 'listed the quarantined users' },
  listSuspendedUsers: { label: 'List suspended users', tell: () => 'listed the suspended users' },
  lookUpWorkspaceOwner: { label: 'Look up the owner of a workspace', tell: ofWorkspace('looked up who owns') },
  reportSignups: { label: 'Report signups', tell: inPeriod('listed the signups') },
  countSignups: { label: 'Count signups', tell: inPeriod('counted the signups') },
  reportSignupsCsv: { label: 'Download signups', tell: inPeriod('downloaded the signups') },
  listAuditEntries: { label: 'Read the audit log', tell: () => 'read the audit log' },
  exportAuditEntries: { label: 'Download the audit log', tell: () => 'downloaded the audit log' },
};
