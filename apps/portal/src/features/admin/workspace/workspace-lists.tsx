import {
  fullNameOf,
  roleLabels,
  type MemberForStaff,
  type ServiceAccountForStaff,
  displayEmail,
} from '@portal/contract';
import { Badge, Button, EmptyState, Timestamp, Truncate, type TableColumn } from '@portal/ui';
import {
  useListAuditEntriesOfWorkspaceInfiniteQuery,
  useListAuthTokensForStaffInfiniteQuery,
  useListMembersForStaffInfiniteQuery,
  useListServiceAccountsForStaffInfiniteQuery,
} from '../../../api/admin.api.ts';
import { AuditEntryTable } from '../audit-log/audit-entry-table.tsx';
import { UserLink } from '../components/staff-links.tsx';
import { UserBadges } from '../components/user-badges.tsx';
import { useEndCredential } from '../credentials/end-credential.tsx';
import { TokenTable } from '../credentials/token-table.tsx';
import { PaginatedTable } from '../components/paginated-table.tsx';
import { TwoLines } from '../components/two-lines.tsx';
import { workspaceTokenColumns } from '../components/token-columns.tsx';

interface WorkspaceListProps {
  workspaceId: string;
}

const refetchOnMount = { refetchOnMountOrArgChange: true };

const memberColumns: readonly TableColumn<MemberForStaff>[] = [
  {
    key: 'name',
    header: 'Name',
    cell: ({ pending, ...member }) => (
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">
        <UserLink userId={member.userId}>{fullNameOf(member)}</UserLink>
        <UserBadges {...member} isInvited={pending} />
      </span>
    ),
  },
  { key: 'email', header: 'Email', cell: ({ email }) => <Truncate translate="no">{displayEmail(email)}</Truncate> },
  { key: 'role', header: 'Role', width: '8rem', cell: ({ role }) => roleLabels[role] },
  {
    key: 'since',
    header: 'Member since',
    width: '10.5rem',
    cell: ({ memberSince }) => <Timestamp date={memberSince} relative="disabled" />,
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
  return <TokenTable query={query} columns={workspaceTokenColumns} />;
}

const serviceAccountColumns = (
  onDelete: (serviceAccount: ServiceAccountForStaff) => void,
): readonly TableColumn<ServiceAccountForStaff>[] => [
  {
    key: 'name',
    header: 'Name',
    cell: ({ name, description }) => (
      <TwoLines>
        <Truncate translate="no" className="font-medium text-strong">
          {name}
        </Truncate>
        {description !== null && <Truncate className="text-xs">{description}</Truncate>}
      </TwoLines>
    ),
  },
  { key: 'role', header: 'Role', width: '8rem', cell: ({ role }) => roleLabels[role] },
  {
    key: 'state',
    header: 'State',
    width: '7rem',
    cell: ({ deletedAt }) => (deletedAt === null ? <Badge tone="success">Active</Badge> : <Badge>Deleted</Badge>),
  },
  { key: 'tokens', header: 'Active tokens', width: '8rem', cell: ({ activeAuthTokens }) => activeAuthTokens },
  {
    key: 'creator',
    header: 'Created by',
    cell: ({ creator }) => creator && <UserLink userId={creator.userId}>{displayEmail(creator.email)}</UserLink>,
  },
  {
    key: 'used',
    header: 'Last used',
    width: '9rem',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <Timestamp date={lastUsedAt} relative="shorthand" />),
  },
  {
    key: 'delete',
    header: 'Delete',
    width: '8rem',
    cell: (serviceAccount) =>
      serviceAccount.deletedAt === null && (
        <Button size="sm" aria-label={`Delete ${serviceAccount.name}...`} onClick={() => onDelete(serviceAccount)}>
          Delete...
        </Button>
      ),
  },
];

export function WorkspaceServiceAccounts({ workspaceId }: WorkspaceListProps) {
  const query = useListServiceAccountsForStaffInfiniteQuery({ params: { workspaceId } }, refetchOnMount);
  const end = useEndCredential();
  return (
    <>
      {end.resultMessage}
      <PaginatedTable
        title="Service accounts"
        hideTitle
        columns={serviceAccountColumns(({ id, name }) => end.open({ kind: 'serviceAccount', workspaceId, id, name }))}
        rows={query.data?.pages.flatMap(({ serviceAccounts }) => serviceAccounts)}
        rowKey={({ id }) => id}
        query={query}
        empty={<EmptyState icon="key" title="No service accounts" />}
      />
      {end.dialog}
    </>
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
