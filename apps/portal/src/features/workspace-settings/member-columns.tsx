import {
  canBeChanged,
  mayChangeRoles,
  mayManageMembers,
  roleLabels,
  type Member,
  type Workspace,
  type WorkspaceRole,
} from '@portal/contract';
import { Badge, Button, SelectField, Truncate, type TableColumn } from '@portal/ui';
import type { useMemberChanges } from './member-changes.ts';
import { focusAgain, focusRowOf, type ListSeen } from './place-left.tsx';

const assignable: readonly WorkspaceRole[] = ['APPROVER', 'EDITOR'];

const rolesFor = (member: Member) =>
  (canBeChanged(member) ? assignable : (['OWNER', ...assignable] as const)).map((role) => ({
    value: role,
    label: roleLabels[role],
  }));

export interface MemberColumnsGiven {
  workspace: Workspace;
  /** Who looks at them is marked; people leave, they don't remove themselves. */
  ownId: string;
  changes: ReturnType<typeof useMemberChanges>;
  /** To whose row somebody comes back. */
  left: ListSeen | undefined;
}

/** The columns of the members, with what somebody in this role may do to them. */
export function memberColumns({ workspace, ownId, changes, left }: MemberColumnsGiven): TableColumn<Member>[] {
  const { role: ownRole } = workspace;
  const { setRole, remove, isChangingRole, isRemoving } = changes;
  const focusLeft = left?.isSame === true ? focusAgain : focusRowOf;
  const removal: TableColumn<Member> = {
    key: 'remove',
    header: 'Remove User',
    width: '18rem',
    align: 'right',
    cell: (member) =>
      canBeChanged(member) &&
      member.userId !== ownId && (
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
      leastWidth: '14rem',
      cell: ({ userId, email, pending }) => (
        <div className="flex min-w-0 items-center gap-2">
          <Truncate>{email}</Truncate>
          <span className="flex-none empty:hidden">
            {pending && <Badge>Invited</Badge>}
            {userId === ownId && <Badge>You</Badge>}
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
          ref={member.userId === left?.rowId ? focusLeft : undefined}
          label={`Role of ${member.email}`}
          hideLabel
          compact
          size="sm"
          options={rolesFor(member)}
          value={member.role}
          disabled={!canBeChanged(member) || !mayChangeRoles(ownRole)}
          busy={isChangingRole(member)}
          onChange={(role) => void setRole(member, role)}
        />
      ),
    },
    ...(mayManageMembers(ownRole) ? [removal] : []),
  ];
}
