import { canChangeMember, displayEmail, roleLabels, type WorkspaceRole } from '@portal/contract';
import { SelectField } from '@portal/ui';
import { roleOptions } from '../../../lib/role-options.ts';
import type { MemberRow } from './member-rows.ts';

/** The owner's role shows in a disabled field. Source: specification section 6. */
const ownerOptions = [{ value: 'OWNER' as const, label: roleLabels.OWNER }, ...roleOptions];

interface RoleCellProps {
  member: MemberRow;
  canChange: boolean;
  isChanging: boolean;
  onChange: (role: WorkspaceRole) => void;
  ref?: ((control: HTMLElement | null) => void) | undefined;
}

/** The role of a member or an invitation, as a field for those who may change it. */
export function RoleCell({ member, canChange, isChanging, onChange, ref }: RoleCellProps) {
  if (!canChange) return <span ref={ref}>{roleLabels[member.role]}</span>;
  return (
    // The text of the quiet field lines up with the header of the column.
    <div className="sm:-ml-[9px]">
      <SelectField
        ref={ref}
        label={`Role of ${displayEmail(member.email)}`}
        hideLabel
        compact
        quiet
        options={canChangeMember(member) ? roleOptions : ownerOptions}
        disabled={!canChangeMember(member)}
        value={member.role}
        busy={isChanging}
        onChange={onChange}
      />
    </div>
  );
}
