import { assignableRoles, roleLabels, type AssignableRole } from '@portal/contract';

/** What a role can do, beside what every member can: open the workspace and create API tokens. */
export const roleMeanings: Readonly<Record<AssignableRole, string>> = {
  APPROVER: 'Works in the workspace, approves changes and manages members.',
  EDITOR: 'Works in the workspace and sees its members.',
};

export const roleOptions = assignableRoles.map((role) => ({
  value: role,
  label: roleLabels[role],
  meaning: roleMeanings[role],
}));
