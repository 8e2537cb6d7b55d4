import { roleLabels, type SessionForStaff, type WorkspaceOfUser, displayEmail } from '@portal/contract';
import { Badge, EmptyState, Timestamp, Truncate, type TableColumn } from '@portal/ui';
import { useMemo } from 'react';
import {
  useListAuditEntriesOfUserInfiniteQuery,
  useListAuthTokensOfUserInfiniteQuery,
  useListSessionsOfUserInfiniteQuery,
  useListWorkspacesOfUserInfiniteQuery,
} from '../../../api/admin.api.ts';
import { describeClient } from '../../../lib/describe-client.ts';
import { AuditEntryTable } from '../audit-log/audit-entry-table.tsx';
import { TokenTable } from '../credentials/token-table.tsx';
import { PaginatedTable } from '../components/paginated-table.tsx';
import { UserLink, WorkspaceLink } from '../components/staff-links.tsx';
import { userTokenColumns } from '../components/token-columns.tsx';
import { WorkspaceBadges } from '../components/workspace-badges.tsx';

interface UserListProps {
  userId: string;
}

const refetchOnMount = { refetchOnMountOrArgChange: true };

const workspaceColumns = (ofUserId: string): readonly TableColumn<WorkspaceOfUser>[] => [
  {
    key: 'name',
    header: 'Display name',
    width: '22%',
    cell: ({ workspaceId, displayName }) => <WorkspaceLink workspaceId={workspaceId}>{displayName}</WorkspaceLink>,
  },
  {
    key: 'state',
    header: 'State',
    width: '11rem',
    cell: (workspace) => (
      <span className="flex flex-wrap gap-1">
        <WorkspaceBadges {...workspace} />
        {workspace.isDefault && workspace.deletedAt === null && <Badge tone="info">Default</Badge>}
      </span>
    ),
  },
  { key: 'role', header: 'Role', width: '7rem', cell: ({ role }) => roleLabels[role] },
  {
    key: 'owner',
    header: 'Owner',
    cell: ({ owner: { userId, email } }) =>
      userId === ofUserId ? (
        <span className="text-secondary">This user</span>
      ) : (
        <UserLink userId={userId}>{displayEmail(email)}</UserLink>
      ),
  },
  {
    key: 'instance',
    width: '13.5rem',
    header: 'Instance URL',
    cell: ({ instanceUrl }) => (
      <Truncate translate="no" className="font-mono text-xs">
        {instanceUrl}
      </Truncate>
    ),
  },
  {
    key: 'since',
    header: 'Member since',
    width: '10.5rem',
    cell: ({ memberSince }) => <Timestamp date={memberSince} relative="disabled" />,
  },
];

export function UserWorkspaces({ userId }: UserListProps) {
  const query = useListWorkspacesOfUserInfiniteQuery({ params: { userId } }, refetchOnMount);
  return (
    <PaginatedTable
      title="Workspaces"
      hideTitle
      columns={useMemo(() => workspaceColumns(userId), [userId])}
      rows={query.data?.pages.flatMap(({ workspaces }) => workspaces)}
      rowKey={({ workspaceId }) => workspaceId}
      query={query}
      empty={<EmptyState icon="users" title="No workspaces" />}
    />
  );
}

export function UserTokens({ userId }: UserListProps) {
  const query = useListAuthTokensOfUserInfiniteQuery({ params: { userId } }, refetchOnMount);
  return <TokenTable query={query} columns={userTokenColumns} />;
}

const sessionColumns: readonly TableColumn<SessionForStaff>[] = [
  { key: 'client', header: 'Browser', cell: ({ client }) => (client ? describeClient(client) : '–') },
  { key: 'network', header: 'Network', cell: ({ client }) => client?.network ?? '–' },
  { key: 'started', header: 'Started', cell: ({ startedAt }) => <Timestamp date={startedAt} relative="shorthand" /> },
  { key: 'seen', header: 'Last seen', cell: ({ lastSeenAt }) => <Timestamp date={lastSeenAt} relative="shorthand" /> },
  { key: 'ends', header: 'Expires', cell: ({ expiresAt }) => <Timestamp date={expiresAt} relative="shorthand" /> },
];

export function UserSessions({ userId }: UserListProps) {
  const query = useListSessionsOfUserInfiniteQuery({ params: { userId } }, refetchOnMount);
  return (
    <PaginatedTable
      title="Sessions"
      hideTitle
      columns={sessionColumns}
      rows={query.data?.pages.flatMap(({ sessions }) => sessions)}
      rowKey={({ key }) => key}
      query={query}
      empty={<EmptyState icon="monitor" title="No active sessions" />}
    />
  );
}

export function UserAuditLog({ userId }: UserListProps) {
  const query = useListAuditEntriesOfUserInfiniteQuery({ params: { userId } }, refetchOnMount);
  return (
    <AuditEntryTable
      title="Audit log"
      hideTitle
      rows={query.data?.pages.flatMap(({ entries }) => entries)}
      query={query}
      empty={<EmptyState icon="info" title="No audit entries yet" />}
    />
  );
}
