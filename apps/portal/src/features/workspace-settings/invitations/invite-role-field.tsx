import type { AssignableRole } from '@portal/contract';
import { SelectField } from '@portal/ui';
import { Controller, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { roleOptions } from '../../../lib/role-options.ts';

export interface InviteRoleFieldProps<Values extends FieldValues, Output> {
  control: Control<Values, unknown, Output>;
  name: FieldPath<Values>;
}

export function InviteRoleField<Values extends FieldValues, Output>(props: InviteRoleFieldProps<Values, Output>) {
  return (
    <Controller {...props} render={({ field }) => <SelectField {...field} label="Role" options={roleOptions} />} />
  );
}

/** The default is not sent, so that an invitation that is sent again keeps its role. */
export const chosenRole = (role: AssignableRole | undefined) =>
  role === undefined || role === 'EDITOR' ? {} : { role };
