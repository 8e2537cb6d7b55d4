import {
  canChangeMember,
  canChangeRoles,
  canManageMembers,
  roleLabels,
  type Member,
  type Workspace,
  type WorkspaceRole,
} from '@portal/contract';
import { Badge, Button, SelectField, Truncate, type TableColumn } from '@portal/ui';
import type { ListPosition } from './instance-visit-state.tsx';
import { focusRow, restoreFocus } from './restore-focus.ts';
import type { useMemberActions } from './use-member-actions.ts';

const assignableRoles: readonly WorkspaceRole[] = ['APPROVER', 'EDITOR'];

const roleOptionsFor = (member: Member) =>
  (canChangeMember(member) ? assignableRoles : (['OWNER', ...assignableRoles] as const)).map((role) => ({
    value: role,
    label: roleLabels[role],
  }));

export interface MemberColumnsOptions {
  workspace: Workspace;
  /** The id of the current user, whose row has a badge and no remove button. */
  currentUserId: string;
  actions: ReturnType<typeof useMemberActions>;
  /** The row to focus after the browser returns from the instance. */
  savedPosition: ListPosition | undefined;
}

/** The columns of the members table, with the actions that the role of the user allows. */
export function memberColumns({
  workspace,
  currentUserId,
  actions,
  savedPosition,
}: MemberColumnsOptions): TableColumn<Member>[] {
  const { role: currentRole } = workspace;
  const { setRole, remove, isChangingRole, isRemoving } = actions;
  const focusSavedRow = savedPosition?.isChangedRow === true ? restoreFocus : focusRow;
  const removeColumn: TableColumn<Member> = {
    key: 'remove',
    header: 'Remove User',
    width: '18rem',
    align: 'right',
    cell: (member) =>
      canChangeMember(member) &&
      member.userId !== currentUserId && (
        <Button
          size="sm"
          icon="user-minus"
          confirmClick
          aria-label={`Remove ${member.email}`}
          loading={isRemoving(member)}
          loadingText="Removing..."
          onClick={() => void remove(member)}
        >
          Remove
        </Button>
      ),
  };
  return [
    {
      key: 'email',
      header: 'Email',
      minWidth: '14rem',
      cell: ({ userId, email, pending }) => (
        <div className="flex min-w-0 items-center gap-2">
          <Truncate>{email}</Truncate>
          <span className="flex-none empty:hidden">
            {pending && <Badge>Invited</Badge>}
            {userId === currentUserId && <Badge>You</Badge>}
          </span>
        </div>
      ),
    },
    {
      key: 'role',
      header: 'Role',
      width: '11rem',
      cell: (member) => (
        <SelectField
          ref={member.userId === savedPosition?.rowId ? focusSavedRow : undefined}
          label={`Role of ${member.email}`}
          hideLabel
          compact
          size="sm"
          options={roleOptionsFor(member)}
          value={member.role}
          disabled={!canChangeMember(member) || !canChangeRoles(currentRole)}
          busy={isChangingRole(member)}
          onChange={(role) => void setRole(member, role)}
        />
      ),
    },
    ...(canManageMembers(currentRole) ? [removeColumn] : []),
  ];
}
