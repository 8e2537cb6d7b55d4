import { displayEmail, type QuarantinedUser, type LockKind } from '@portal/contract';
import { Button, CopyableText, EmptyState, Timestamp, Truncate, type TableColumn } from '@portal/ui';
import { PaginatedTable, type PaginatedQuery } from '../components/paginated-table.tsx';
import { UserLink } from '../components/staff-links.tsx';
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
      // In a wide window the whole ID.
      width: 'clamp(7rem, 45vw - 20.5rem, 16rem)',
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
    {
      key: 'unlock',
      header: labels.unlock,
      hideHeader: true,
      // Fits the prompt, so that it covers no other cell.
      width: '16rem',
      align: 'right',
      cell: (user) => (
        // At the end of the column, so that the longer prompt grows to the left.
        <div className="flex justify-end">
          <Button
            size="sm"
            confirmClick
            className="flex-none"
            aria-label={`${labels.unlock} ${user.email}`}
            loading={isUnlocking(user.userId)}
            loadingText={labels.unlocking}
            onClick={() => void onUnlock(user)}
          >
            {labels.unlock}
          </Button>
        </div>
      ),
    },
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

function ReasonCell({ reason, by }: LockedUser) {
  return (
    <>
      <Truncate lines={2}>{reason ?? 'No reason given'}</Truncate>
      {by && <Truncate className="text-xs text-secondary">{`By ${displayEmail(by.email)}`}</Truncate>}
    </>
  );
}
