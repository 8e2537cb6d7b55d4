import type { AssignableRole, Invitation, WorkspaceRole } from './members.schemas.ts';

/** What a role is called in front of people. Source: specification section 6. */
export const roleLabels: Readonly<Record<WorkspaceRole, string>> = {
  OWNER: 'Owner',
  APPROVER: 'Approver',
  EDITOR: 'Collaborator',
};

/** Owners and approvers invite and remove members. */
export const mayManageMembers = (role: WorkspaceRole) => role === 'OWNER' || role === 'APPROVER';

/** Only the owner changes roles. */
export const mayChangeRoles = (role: WorkspaceRole) => role === 'OWNER';

/** The owner's own row stays as it is, for everybody. */
export const canBeChanged = (member: { role: WorkspaceRole }) => member.role !== 'OWNER';

/** What somebody becomes who is invited. Source: specification section 9. */
export const roleOfInvitation = ({ role = 'EDITOR' }: Pick<Invitation, 'role'>): AssignableRole => role;
