import { canChangeRoles, canManageMembers, displayEmail, type Workspace, type WorkspaceRole } from '@portal/contract';
import { Avatar, Truncate, type TableColumn } from '@portal/ui';
import { RoleCell } from '../shared/role-cell.tsx';
import { isOpenInvitation, type MemberRow } from '../shared/member-rows.ts';
import { InvitationMenu, type InvitationMenuProps } from './invitation-menu.tsx';
import { InvitationFacts, InvitationStatus } from './invitation-state.tsx';

export interface InvitationColumnsOptions {
  workspace: Workspace;
  menu: Omit<InvitationMenuProps, 'row'>;
  isChangingRole: (row: MemberRow) => boolean;
  onRoleChange: (row: MemberRow, role: WorkspaceRole) => void;
}

/** The columns of the invitations, with the actions that the role of the user allows. */
export function invitationColumns(options: InvitationColumnsOptions): TableColumn<MemberRow>[] {
  const { workspace, menu, isChangingRole, onRoleChange } = options;
  const menuColumn: TableColumn<MemberRow> = {
    key: 'actions',
    header: 'Actions',
    hideHeader: true,
    // As wide as the last column of the members above.
    width: '7.5rem',
    align: 'right',
    cell: (row) => <InvitationMenu row={row} {...menu} />,
  };
  return [
    {
      key: 'email',
      header: 'Email',
      minWidth: '11rem',
      cell: ({ userId, email, nickname, invitation }) => (
        <div className="flex min-w-0 items-center gap-3">
          <Avatar id={userId} name={nickname} size={28} />
          <div className="min-w-0 flex-1">
            <Truncate translate="no" className="font-medium text-strong">
              {displayEmail(email)}
            </Truncate>
            {invitation && <InvitationFacts invitation={invitation} />}
          </div>
        </div>
      ),
    },
    { key: 'status', header: 'Status', minWidth: '11rem', cell: (row) => <InvitationStatus row={row} /> },
    {
      key: 'role',
      header: 'Role',
      width: '10rem',
      cell: (row) => (
        <RoleCell
          member={row}
          // An invitation that ended gets its role when it is sent again.
          canChange={canChangeRoles(workspace.role) && isOpenInvitation(row)}
          isChanging={isChangingRole(row)}
          onChange={(role) => onRoleChange(row, role)}
        />
      ),
    },
    ...(canManageMembers(workspace.role) ? [menuColumn] : []),
  ];
}
