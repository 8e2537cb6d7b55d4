import { assignableRoles, roleLabels, type AssignableRole } from '@portal/contract';
import { SelectField } from '@portal/ui';
import { Controller, type Control, type FieldPath, type FieldValues } from 'react-hook-form';

export const roleOptions = assignableRoles.map((role) => ({ value: role, label: roleLabels[role] }));

/** What a role can do, beside what every member can: open the workspace and create API tokens. */
const roleHints: Readonly<Record<AssignableRole, string>> = {
  APPROVER: 'Works in the workspace, approves changes, and manages members.',
  EDITOR: 'Works in the workspace. Sees its members, but does not manage them.',
};

const roleOptionsWithHints = roleOptions.map((option) => ({ ...option, hint: roleHints[option.value] }));

export interface InviteRoleFieldProps<Values extends FieldValues, Output> {
  control: Control<Values, unknown, Output>;
  name: FieldPath<Values>;
}

export function InviteRoleField<Values extends FieldValues, Output>(props: InviteRoleFieldProps<Values, Output>) {
  return (
    <Controller
      {...props}
      render={({ field }) => <SelectField {...field} label="Role" options={roleOptionsWithHints} />}
    />
  );
}

/** The default is not sent, so that an invitation that is sent again keeps its role. */
export const chosenRole = (role: AssignableRole | undefined) =>
  role === undefined || role === 'EDITOR' ? {} : { role };
