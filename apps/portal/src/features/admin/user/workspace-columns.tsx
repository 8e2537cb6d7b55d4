import { roleLabels, type WorkspaceOfUser } from '@portal/contract';
import { Badge, Timestamp, Truncate, type TableColumn } from '@portal/ui';
import { UserLink, WorkspaceLink } from '../staff-links.tsx';
import { WorkspaceBadges } from '../workspace-badges.tsx';

export const workspacesOfUser: readonly TableColumn<WorkspaceOfUser>[] = [
  {
    key: 'name',
    header: 'Display Name',
    cell: ({ workspaceId, displayName }) => <WorkspaceLink workspaceId={workspaceId}>{displayName}</WorkspaceLink>,
  },
  {
    key: 'state',
    header: 'State',
    width: '12rem',
    cell: (workspace) => (
      <span className="flex flex-wrap gap-1">
        <WorkspaceBadges {...workspace} />
        {workspace.isDefault && workspace.deletedAt === null && <Badge tone="info">Default</Badge>}
      </span>
    ),
  },
  { key: 'role', header: 'Role', width: '8rem', cell: ({ role }) => roleLabels[role] },
  {
    key: 'owner',
    header: 'Owner',
    cell: ({ owner: { userId, email } }) => <UserLink userId={userId}>{email}</UserLink>,
  },
  {
    key: 'instance',
    header: 'Instance Url',
    cell: ({ instanceUrl }) => <Truncate className="font-mono text-xs">{instanceUrl}</Truncate>,
  },
  { key: 'since', header: 'Member Since', width: '9rem', cell: ({ memberSince }) => <Timestamp date={memberSince} /> },
];
