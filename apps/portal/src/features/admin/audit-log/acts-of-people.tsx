import { signupMethodOf, type AuditEntry } from '@portal/contract';
import { changeIn, creationIn, newTextIn, oldTextIn, roleIn, textIn, tokenIn } from '../../../api/audit-details.ts';
import type { WordsOfActs } from './act-words.ts';
import { About, Subject } from './audit-names.tsx';

function logIn({ details }: AuditEntry): string {
  const connection = textIn(details, 'connection');
  const first = details?.['isFirst'] === true ? ' for the first time' : '';
  const like = details?.['quarantinedLike'] ? ', quarantined like another account with the address' : '';
  const ended = details?.['staffSessionsEnded'] ? ', which ended earlier staff sessions' : '';
  return `logged in${first}${connection === null ? '' : ` (${signupMethodOf(connection)})`}${ended}${like}`;
}

/** What the log tells of a verified address is what came with it. */
const verified = ({ details }: AuditEntry) =>
  `verified an address that ${details?.['quarantinedLike'] ? 'is quarantined' : 'was invited'}`;

/** The email is no longer one of staff, and nothing else came of the refresh. */
const lostOnlyStaffRights = ({ details }: AuditEntry) =>
  Boolean(details?.['staffSessionsEnded']) && !details?.['quarantinedLike'] && !details?.['lockedLike'];

function edit(entry: AuditEntry) {
  const name = newTextIn(entry.details, 'displayName');
  const before = oldTextIn(entry.details, 'displayName');
  const address = newTextIn(entry.details, 'instanceUrl');
  if (name !== null) {
    return (
      <>
        renamed <About {...entry} /> {before !== null && `from “${before}” `}to “{name}”
      </>
    );
  }
  return (
    <>
      {address === null ? 'edited' : 'moved'} <About {...entry} />
      {address !== null && ` to ${address}`}
    </>
  );
}

const inWorkspace = (what: (entry: AuditEntry) => string) => (entry: AuditEntry) => (
  <>
    {what(entry)} <About {...entry} />
  </>
);

/** What people do in their own right. */
export const actsOfPeople: WordsOfActs = {
  login: { label: 'Log in', tell: logIn },
  logout: {
    label: 'Log out',
    tell: ({ details }) =>
      textIn(details, 'endedByLoginOf') === null ? 'logged out' : 'was logged out by another login in that browser',
  },
  refreshAuth0Profile: {
    label: 'Refresh the profile',
    tell: (entry) => (lostOnlyStaffRights(entry) ? 'lost staff rights by a profile refresh' : verified(entry)),
  },
  resendEmailVerification: {
    label: 'Ask for a verification mail',
    tell: (entry) => (lostOnlyStaffRights(entry) ? 'lost staff rights by a profile refresh' : `had ${verified(entry)}`),
  },
  claimInvitation: { label: 'Accept an invitation', tell: inWorkspace(() => 'accepted an invitation to') },
  createWorkspace: { label: 'Create a workspace', tell: inWorkspace(() => 'created') },
  updateWorkspace: { label: 'Edit a workspace', tell: edit },
  deleteWorkspace: { label: 'Delete a workspace', tell: inWorkspace(() => 'deleted') },
  setApprovals: {
    label: 'Enable or disable approvals',
    tell: inWorkspace(
      ({ details }) => `${changeIn(details, 'approvalsEnabled')?.to === true ? 'enabled' : 'disabled'} approvals in`,
    ),
  },
  inviteMember: {
    label: 'Invite a member',
    tell: (entry) => (
      <>
        invited <Subject {...entry} /> to <About {...entry} /> as {roleIn(entry.details?.['role'])}
      </>
    ),
  },
  changeMemberRole: {
    label: 'Change a role',
    tell: (entry) => (
      <>
        made <Subject {...entry} /> {roleIn(changeIn(entry.details, 'role')?.to)} in <About {...entry} />
      </>
    ),
  },
  removeMember: {
    label: 'Remove a member',
    tell: (entry) => (
      <>
        removed <Subject {...entry} /> from <About {...entry} />
      </>
    ),
  },
  leaveWorkspace: { label: 'Leave a workspace', tell: inWorkspace(() => 'left') },
  createAuthToken: {
    label: 'Generate an API token',
    tell: inWorkspace(({ details }) => `${creationIn(details)} ${tokenIn(details)} in`),
  },
  renameAuthToken: {
    label: 'Rename an API token',
    tell: inWorkspace(({ details }) => `renamed an API token to “${newTextIn(details, 'name') ?? 'Unnamed'}” in`),
  },
  revokeAuthToken: {
    label: 'Revoke an API token',
    tell: inWorkspace(({ details }) => `revoked ${tokenIn(details)} in`),
  },
};
