import {
  canChangeMember,
  canChangeRoles,
  canManageMembers,
  roleLabels,
  type Workspace,
  type WorkspaceRole,
} from '@portal/contract';
import { Badge, Button, SelectField, Truncate, type TableColumn } from '@portal/ui';
import type { ListPosition } from './instance-visit-state.tsx';
import { InvitationButtons, type InvitationButtonsProps } from './invitation-buttons.tsx';
import { InvitationBadge, InvitationState } from './invitation-state.tsx';
import { isOpenInvitation, type MemberRow } from './member-rows.ts';
import { focusRow, restoreFocus } from './restore-focus.ts';
import type { useMemberActions } from './use-member-actions.ts';

/** An invitation that ended gets its role when it is sent again. */
const isEnded = (member: MemberRow) => member.pending && !isOpenInvitation(member);

const assignableRoles: readonly WorkspaceRole[] = ['APPROVER', 'EDITOR'];

const roleOptionsFor = (member: MemberRow) =>
  (canChangeMember(member) ? assignableRoles : (['OWNER', ...assignableRoles] as const)).map((role) => ({
    value: role,
    label: roleLabels[role],
  }));

export interface MemberColumnsOptions {
  workspace: Workspace;
  /** The id of the current user, whose row has a badge and no remove button. */
  currentUserId: string;
  actions: ReturnType<typeof useMemberActions>;
  invitationActions: Omit<InvitationButtonsProps, 'row'>;
  /** Asks for confirmation before a member is removed. */
  onRemove: (member: MemberRow) => void;
  /** The row to focus after the browser returns from the instance. */
  savedPosition: ListPosition | undefined;
}

/** The columns of the members table, with the actions that the role of the user allows. */
export function memberColumns({
  workspace,
  currentUserId,
  actions,
  invitationActions,
  onRemove,
  savedPosition,
}: MemberColumnsOptions): TableColumn<MemberRow>[] {
  const { role: currentRole } = workspace;
  const { setRole, isChangingRole, isRemoving } = actions;
  const focusSavedRow = savedPosition?.isChangedRow === true ? restoreFocus : focusRow;
  const removeColumn: TableColumn<MemberRow> = {
    key: 'remove',
    header: 'Remove User',
    width: '18rem',
    align: 'right',
    cell: (member) =>
      member.pending ? (
        <InvitationButtons row={member} {...invitationActions} />
      ) : (
        canChangeMember(member) &&
        member.userId !== currentUserId && (
          <Button
            size="sm"
            icon="user-minus"
            aria-label={`Remove ${member.email}`}
            loading={isRemoving(member)}
            loadingText="Removing..."
            onClick={() => onRemove(member)}
          >
            Remove
          </Button>
        )
      ),
  };
  return [
    {
      key: 'email',
      header: 'Email',
      minWidth: '14rem',
      cell: (member) => (
        <div className="min-w-0">
          <div className="flex min-w-0 items-center gap-2">
            <Truncate>{member.email}</Truncate>
            <span className="flex-none empty:hidden">
              <InvitationBadge row={member} />
              {member.userId === currentUserId && <Badge>You</Badge>}
            </span>
          </div>
          {member.invitation && <InvitationState invitation={member.invitation} />}
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
          disabled={!canChangeMember(member) || !canChangeRoles(currentRole) || isEnded(member)}
          busy={isChangingRole(member)}
          onChange={(role) => void setRole(member, role)}
        />
      ),
    },
    ...(canManageMembers(currentRole) ? [removeColumn] : []),
  ];
}
