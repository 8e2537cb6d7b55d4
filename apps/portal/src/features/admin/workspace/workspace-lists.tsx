import { fullNameOf, roleLabels, type MemberForStaff, displayEmail } from '@portal/contract';
import { EmptyState, Timestamp, Truncate, type TableColumn } from '@portal/ui';
import {
  useListAuditEntriesOfWorkspaceInfiniteQuery,
  useListAuthTokensForStaffInfiniteQuery,
  useListMembersForStaffInfiniteQuery,
} from '../../../api/admin.api.ts';
import { AuditEntryTable } from '../audit-log/audit-entry-table.tsx';
import { UserLink } from '../components/staff-links.tsx';
import { UserBadges } from '../components/user-badges.tsx';
import { PaginatedTable } from '../components/paginated-table.tsx';
import { workspaceTokenColumns } from '../components/token-columns.tsx';

interface WorkspaceListProps {
  workspaceId: string;
}

const refetchOnMount = { refetchOnMountOrArgChange: true };

const memberColumns: readonly TableColumn<MemberForStaff>[] = [
  { key: 'name', header: 'Name', cell: (member) => <UserLink userId={member.userId}>{fullNameOf(member)}</UserLink> },
  { key: 'email', header: 'Email', cell: ({ email }) => <Truncate translate="no">{displayEmail(email)}</Truncate> },
  { key: 'role', header: 'Role', width: '8rem', cell: ({ role }) => roleLabels[role] },
  {
    key: 'state',
    header: 'State',
    width: '12rem',
    cell: ({ pending, ...member }) => (
      <span className="flex flex-wrap gap-1">
        <UserBadges {...member} isInvited={pending} />
      </span>
    ),
  },
  {
    key: 'since',
    header: 'Member since',
    width: '9rem',
    cell: ({ memberSince }) => <Timestamp date={memberSince} relative="shorthand" />,
  },
];

export function WorkspaceMembers({ workspaceId }: WorkspaceListProps) {
  const query = useListMembersForStaffInfiniteQuery({ params: { workspaceId } }, refetchOnMount);
  return (
    <PaginatedTable
      title="Members"
      hideTitle
      columns={memberColumns}
      rows={query.data?.pages.flatMap(({ members }) => members)}
      rowKey={({ userId }) => userId}
      query={query}
      empty={<EmptyState icon="users" title="No members" />}
    />
  );
}

export function WorkspaceTokens({ workspaceId }: WorkspaceListProps) {
  const query = useListAuthTokensForStaffInfiniteQuery({ params: { workspaceId } }, refetchOnMount);
  return (
    <PaginatedTable
      title="API tokens"
      hideTitle
      columns={workspaceTokenColumns}
      rows={query.data?.pages.flatMap(({ authTokens }) => authTokens)}
      rowKey={({ id }) => id}
      query={query}
      empty={<EmptyState icon="key" title="No API tokens yet" />}
    />
  );
}

export function WorkspaceAuditLog({ workspaceId }: WorkspaceListProps) {
  const query = useListAuditEntriesOfWorkspaceInfiniteQuery(
    { query: { workspaceId, kind: 'actions' } },
    refetchOnMount,
  );
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
