import { displayEmail, type QuarantinedUser, type LockKind } from '@portal/contract';
import { CopyableText, EmptyState, Timestamp, type TableColumn } from '@portal/ui';
import { PaginatedTable, type PaginatedQuery } from '../components/paginated-table.tsx';
import { UserLink } from '../components/staff-links.tsx';
import { idColumnWidth, ReasonCell, unlockColumn } from './lock-columns.tsx';
import { lockLabels, type TargetUser } from './locks.ts';

export type LockedUser = Omit<QuarantinedUser, 'quarantinedAt'> & { readonly lockedAt: string };

export interface LockedUsersTableProps {
  kind: LockKind;
  title: string;
  sinceHeader: string;
  rows: readonly LockedUser[] | undefined;
  query: PaginatedQuery;
  onUnlock: (user: TargetUser) => Promise<unknown>;
  isUnlocking: (userId: string) => boolean;
}

export function LockedUsersTable({
  kind,
  title,
  sinceHeader,
  rows,
  query,
  onUnlock,
  isUnlocking,
}: LockedUsersTableProps) {
  const labels = lockLabels[kind];
  const columns: TableColumn<LockedUser>[] = [
    {
      key: 'user-id',
      header: 'User ID',
      width: idColumnWidth,
      cell: ({ userId }) => <CopyableText text={userId} label="Copy user ID" />,
    },
    {
      key: 'email',
      header: 'Email',
      width: '18.5%',
      cell: ({ userId, email }) => <UserLink userId={userId}>{displayEmail(email)}</UserLink>,
    },
    {
      key: 'since',
      header: sinceHeader,
      width: '10rem',
      cell: ({ lockedAt }) => <Timestamp date={lockedAt} relative="disabled" />,
    },
    { key: 'reason', header: 'Reason', cell: (user) => <ReasonCell {...user} /> },
    {
      key: 'until',
      header: 'Ends',
      width: '4.75rem',
      cell: ({ until }) => (until === null ? 'Never' : <Timestamp date={until} relative="shorthand" />),
    },
    unlockColumn<LockedUser>({
      labels,
      nameOf: ({ email }) => email,
      isUnlocking: ({ userId }) => isUnlocking(userId),
      onUnlock,
    }),
  ];
  return (
    <PaginatedTable
      title={title}
      columns={columns}
      rows={rows}
      rowKey={({ userId }) => userId}
      query={query}
      empty={<EmptyState icon="users" title={`No ${labels.locked} users`} />}
    />
  );
}
