import type { AuditPerson, WorkspaceAuditEntry } from '@portal/contract';
import { actInWords, changeIn, creationIn, newTextIn, roleIn, textIn, tokenIn } from '../../api/audit-details.ts';

/** People who are no members any more have no name in the log. */
const nameOf = (person: AuditPerson | null) =>
  person?.email ?? person?.nickname ?? 'somebody who is no member any more';

/** Who did it; lines of who came and went keep the address. */
const actorOf = ({ action, actor, details }: WorkspaceAuditEntry) =>
  (['claimInvitation', 'leaveWorkspace'].includes(action) ? textIn(details, 'email') : null) ?? nameOf(actor);

/** Whom it was done to, by the address that the line keeps. */
const subjectOf = ({ subject, details }: WorkspaceAuditEntry) => textIn(details, 'email') ?? nameOf(subject);

function editOf({ details }: WorkspaceAuditEntry): string {
  const name = newTextIn(details, 'displayName');
  if (name !== null) return `renamed the workspace to “${name}”`;
  const address = newTextIn(details, 'instanceUrl');
  return address === null ? 'edited the workspace' : `moved the workspace to ${address}`;
}

/** Support may also note another reason, or open what is open. */
function closingOf({ details }: WorkspaceAuditEntry): string | undefined {
  const [before, now] = [details?.['wasQuarantined'], details?.['isQuarantined']];
  if (typeof before !== 'boolean' || typeof now !== 'boolean') return undefined;
  if (now) return before ? 'kept the workspace closed' : 'closed the workspace';
  return before ? 'opened the workspace again' : 'left the workspace open';
}

const acts: Readonly<Record<string, (entry: WorkspaceAuditEntry) => string | undefined>> = {
  createWorkspace: () => 'created the workspace',
  updateWorkspace: editOf,
  deleteWorkspace: () => 'deleted the workspace',
  restoreWorkspace: () => 'restored the workspace',
  quarantineWorkspace: closingOf,
  setApprovals: ({ details }) =>
    `${changeIn(details, 'approvalsEnabled')?.to === true ? 'enabled' : 'disabled'} approvals`,
  inviteMember: (entry) => `invited ${subjectOf(entry)}`,
  claimInvitation: () => 'accepted an invitation',
  changeMemberRole: (entry) => `made ${subjectOf(entry)} ${roleIn(changeIn(entry.details, 'role')?.to)}`,
  removeMember: (entry) => `removed ${subjectOf(entry)}`,
  leaveWorkspace: () => 'left the workspace',
  createAuthToken: ({ details }) => `${creationIn(details)} ${tokenIn(details)}`,
  renameAuthToken: ({ details }) => `renamed an API token to “${newTextIn(details, 'name') ?? 'Unnamed'}”`,
  revokeAuthToken: ({ details }) => `revoked ${tokenIn(details)}`,
};

/** Who did something, and what. */
export function actOf(entry: WorkspaceAuditEntry): { who: string; what: string } {
  return {
    who: entry.bySupport ? 'Support' : actorOf(entry),
    what: acts[entry.action]?.(entry) ?? `did this: ${actInWords(entry.action)}`,
  };
}
