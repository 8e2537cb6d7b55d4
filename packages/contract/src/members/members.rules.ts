import type { AssignableRole, NewInvitation, WorkspaceRole } from './members.schemas.ts';

/** The role names in the UI. Source: specification section 6. */
export const roleLabels: Readonly<Record<WorkspaceRole, string>> = {
  OWNER: 'Owner',
  APPROVER: 'Approver',
  EDITOR: 'Collaborator',
};

/** The roles in a sentence: `You are now an approver`. */
export const rolesInSentences: Readonly<Record<WorkspaceRole, string>> = {
  OWNER: 'the owner',
  APPROVER: 'an approver',
  EDITOR: 'a collaborator',
};

/** Whether the role can invite and remove members. */
export const canManageMembers = (role: WorkspaceRole) => role === 'OWNER' || role === 'APPROVER';

/** Whether the role can change the roles of members. */
export const canChangeRoles = (role: WorkspaceRole) => role === 'OWNER';

/** Whether a member can be removed or get a different role. The owner cannot. */
export const canChangeMember = (member: { role: WorkspaceRole }) => member.role !== 'OWNER';

/** The role of an invitation. Source: specification section 9. */
export const invitationRole = ({ role = 'EDITOR' }: Pick<NewInvitation, 'role'>): AssignableRole => role;
