import { roleLabels, WorkspaceRole, type AuditPerson, type WorkspaceAuditEntry } from '@portal/contract';

type Details = WorkspaceAuditEntry['details'];

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** The new value of something that changed. */
function newValue(details: Details, name: string): unknown {
  const change = details?.[name];
  return typeof change === 'object' && change !== null && 'to' in change ? change.to : undefined;
}

/** People who are no members any more have no name in the log. */
const nameOf = (person: AuditPerson | null) =>
  person?.email ?? person?.nickname ?? 'somebody who is no member any more';

/** Whom it was done to; an invitation and a removal keep the address. */
const subjectOf = ({ subject, details }: WorkspaceAuditEntry) => text(details?.['email']) ?? nameOf(subject);

function roleOf(value: unknown): string {
  const role = WorkspaceRole.safeParse(value);
  return role.success ? roleLabels[role.data] : 'another role';
}

const tokenOf = ({ details }: WorkspaceAuditEntry) => {
  const name = text(details?.['name']);
  return name === null ? 'an API token' : `the API token “${name}”`;
};

function editOf({ details }: WorkspaceAuditEntry): string {
  const name = text(newValue(details, 'displayName'));
  if (name !== null) return `renamed the workspace to “${name}”`;
  const address = text(newValue(details, 'instanceUrl'));
  return address === null ? 'edited the workspace' : `moved the workspace to ${address}`;
}

const acts: Readonly<Record<string, (entry: WorkspaceAuditEntry) => string>> = {
  createWorkspace: () => 'created the workspace',
  updateWorkspace: editOf,
  setApprovals: ({ details }) => `${newValue(details, 'approvalsEnabled') === true ? 'enabled' : 'disabled'} approvals`,
  inviteMember: (entry) => `invited ${subjectOf(entry)}`,
  claimInvitation: () => 'accepted an invitation',
  changeMemberRole: (entry) => `made ${subjectOf(entry)} ${roleOf(newValue(entry.details, 'role'))}`,
  removeMember: (entry) => `removed ${subjectOf(entry)}`,
  leaveWorkspace: () => 'left the workspace',
  createAuthToken: (entry) => `generated ${tokenOf(entry)}`,
  renameAuthToken: ({ details }) => `renamed an API token to “${text(newValue(details, 'name')) ?? 'Unnamed'}”`,
  revokeAuthToken: (entry) => `revoked ${tokenOf(entry)}`,
};

/** `quarantineWorkspace` as words, for acts that this page has no sentence for. */
const inWords = (action: string) => action.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Who did something, and what. */
export function actOf(entry: WorkspaceAuditEntry): { who: string; what: string } {
  return {
    who: entry.bySupport ? 'Support' : nameOf(entry.actor),
    what: acts[entry.action]?.(entry) ?? `did this: ${inWords(entry.action)}`,
  };
}
