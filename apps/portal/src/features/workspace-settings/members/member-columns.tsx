import {
  canChangeMember,
  canChangeRoles,
  canManageMembers,
  roleLabels,
  type Workspace,
  type WorkspaceRole,
  displayEmail,
} from '@portal/contract';
import {
  Avatar,
  Badge,
  Button,
  SelectField,
  Truncate,
  type TableColumn,
  restoreRowFocus,
  restoreFocus,
} from '@portal/ui';
import type { ListPosition } from '../details/instance-visit-state.tsx';
import { InvitationButtons, type InvitationButtonsProps } from '../invitations/invitation-buttons.tsx';
import { InvitationBadge, InvitationState } from '../invitations/invitation-state.tsx';
import { roleOptions } from '../invitations/invite-role-field.tsx';
import { isOpenInvitation, type MemberRow } from '../shared/member-rows.ts';
import type { useMemberActions } from './use-member-actions.ts';

/** The owner's role shows in a disabled field. Source: specification section 6. */
const ownerOptions = [{ value: 'OWNER' as const, label: roleLabels.OWNER }, ...roleOptions];

/** An invitation that ended gets its role when it is sent again. */
const isEnded = (member: MemberRow) => member.pending && !isOpenInvitation(member);

export interface MemberColumnsOptions {
  workspace: Workspace;
  /** The id of the current user, whose row has a badge and no remove button. */
  currentUserId: string;
  actions: ReturnType<typeof useMemberActions>;
  invitationActions: Omit<InvitationButtonsProps, 'row'>;
  /** Changes a role, or asks before it does. */
  onRoleChange: (member: MemberRow, role: WorkspaceRole) => void;
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
  onRoleChange,
  onRemove,
  savedPosition,
}: MemberColumnsOptions): TableColumn<MemberRow>[] {
  const { role: currentRole } = workspace;
  const { isChangingRole, isRemoving } = actions;
  const focusSavedRow = savedPosition?.isChangedRow === true ? restoreFocus : restoreRowFocus;
  const removeColumn: TableColumn<MemberRow> = {
    key: 'remove',
    header: 'Remove User',
    width: '17rem',
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
            aria-label={`Remove ${displayEmail(member.email)}`}
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
      cell: (member) => <Identity member={member} isCurrentUser={member.userId === currentUserId} />,
    },
    {
      key: 'role',
      header: 'Role',
      width: '11rem',
      cell: (member) => {
        const ref = member.userId === savedPosition?.rowId ? focusSavedRow : undefined;
        return canChangeRoles(currentRole) && !isEnded(member) ? (
          <SelectField
            ref={ref}
            label={`Role of ${displayEmail(member.email)}`}
            hideLabel
            compact
            size="sm"
            options={canChangeMember(member) ? roleOptions : ownerOptions}
            disabled={!canChangeMember(member)}
            value={member.role}
            busy={isChangingRole(member)}
            onChange={(role) => onRoleChange(member, role)}
          />
        ) : (
          <span ref={ref}>{roleLabels[member.role]}</span>
        );
      },
    },
    ...(canManageMembers(currentRole) ? [removeColumn] : []),
  ];
}

/** Who the row is about. A name is known only after an invitation was accepted. */
function Identity({ member, isCurrentUser }: { member: MemberRow; isCurrentUser: boolean }) {
  const { userId, email, nickname, pending, invitation } = member;
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar id={userId} name={nickname} size={28} />
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-center gap-2">
          <Truncate translate="no" className={pending ? '' : 'font-medium text-strong'}>
            {pending ? displayEmail(email) : nickname}
          </Truncate>
          <span className="flex-none empty:hidden">
            <InvitationBadge row={member} />
            {isCurrentUser && <Badge>You</Badge>}
          </span>
        </div>
        {!pending && (
          <Truncate translate="no" className="text-xs text-secondary">
            {displayEmail(email)}
          </Truncate>
        )}
        {invitation && <InvitationState invitation={invitation} />}
      </div>
    </div>
  );
}
