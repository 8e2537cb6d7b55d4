import {
  canChangeMember,
  canChangeRoles,
  canManageMembers,
  displayEmail,
  type Workspace,
  type WorkspaceRole,
} from '@portal/contract';
import { Avatar, Badge, RowMenu, Truncate, restoreFocus, restoreRowFocus, type TableColumn } from '@portal/ui';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import type { ListPosition } from '../details/instance-visit-state.tsx';
import type { MemberRow } from '../shared/member-rows.ts';
import { RoleCell } from '../shared/role-cell.tsx';
import type { useMemberActions } from './use-member-actions.ts';

export interface MemberColumnsOptions {
  workspace: Workspace;
  /** The id of the current user, whose row has a badge and no entry that removes it. */
  currentUserId: string;
  actions: ReturnType<typeof useMemberActions>;
  /** Changes a role, or asks before it does. */
  onRoleChange: (member: MemberRow, role: WorkspaceRole) => void;
  /** Asks for confirmation before a member is removed. */
  onRemove: (member: MemberRow) => void;
  /** The row to focus after the browser returns from the instance. */
  savedPosition: ListPosition | undefined;
}

/** The columns of the members table, with the actions that the role of the user allows. */
export function memberColumns(options: MemberColumnsOptions): TableColumn<MemberRow>[] {
  const { workspace, currentUserId, actions, onRoleChange, onRemove, savedPosition } = options;
  const { role: currentRole } = workspace;
  const focusSavedRow = savedPosition?.isChangedRow === true ? restoreFocus : restoreRowFocus;
  const removeColumn: TableColumn<MemberRow> = {
    key: 'remove',
    header: 'Remove User',
    width: '7.5rem',
    align: 'right',
    cell: (member) => {
      const isCurrentUser = member.userId === currentUserId;
      const isOwner = currentRole === 'OWNER';
      return (
        <RowMenu
          subject={displayEmail(member.email)}
          loading={actions.isRemoving(member)}
          items={[
            {
              label: 'View activity',
              icon: 'activity',
              render: <Link to={paths.workspaceActivityOf(workspace.id, member.userId)} />,
            },
            isOwner &&
              isCurrentUser && {
                label: 'Transfer ownership',
                icon: 'users',
                render: <Link to={paths.transferOwnership(workspace.id)} />,
              },
            !isOwner &&
              isCurrentUser && {
                label: 'Leave workspace',
                icon: 'logout',
                render: <Link to={paths.deleteWorkspace(workspace.id)} />,
              },
            canChangeMember(member) &&
              !isCurrentUser && {
                label: 'Remove from workspace',
                icon: 'user-minus',
                destructive: true,
                onSelect: () => onRemove(member),
              },
          ]}
        />
      );
    },
  };
  return [
    {
      key: 'name',
      header: 'Name',
      minWidth: '11rem',
      cell: ({ userId, nickname }) => (
        <div className="flex min-w-0 items-center gap-3">
          <Avatar id={userId} name={nickname} size={28} />
          <Truncate translate="no" className="font-medium text-strong">
            {nickname}
          </Truncate>
          {userId === currentUserId && (
            <span className="flex-none">
              <Badge>You</Badge>
            </span>
          )}
        </div>
      ),
    },
    {
      key: 'email',
      header: 'Email',
      minWidth: '11rem',
      cell: ({ email }) => (
        <Truncate translate="no" className="text-secondary">
          {displayEmail(email)}
        </Truncate>
      ),
    },
    {
      key: 'role',
      header: 'Role',
      width: '10rem',
      cell: (member) => (
        <RoleCell
          ref={member.userId === savedPosition?.rowId ? focusSavedRow : undefined}
          member={member}
          canChange={canChangeRoles(currentRole)}
          isChanging={actions.isChangingRole(member)}
          onChange={(role) => onRoleChange(member, role)}
        />
      ),
    },
    ...(canManageMembers(currentRole) ? [removeColumn] : []),
  ];
}
