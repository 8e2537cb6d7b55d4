import type { QuarantinedUser } from '@portal/contract';
import { Button, CopyableText, EmptyState, Timestamp, Truncate, type TableColumn } from '@portal/ui';
import { lockOutWords, type Person } from './lock-outs.ts';
import type { LockOutKind } from './locks.ts';
import { PagedTable, type Pages } from '../paged-table.tsx';
import { UserLink } from '../staff-links.tsx';

/** Somebody who is locked out, in either way. */
export type LockedOut = Omit<QuarantinedUser, 'quarantinedAt'> & { readonly at: string };

export interface LockedOutTableProps {
  kind: LockOutKind;
  title: string;
  since: string;
  rows: readonly LockedOut[] | undefined;
  pages: Pages;
  onUnlock: (person: Person) => Promise<unknown>;
  isUnlocking: (userId: string) => boolean;
}

export function LockedOutTable({ kind, title, since, rows, pages, onUnlock, isUnlocking }: LockedOutTableProps) {
  const say = lockOutWords[kind];
  const columns: TableColumn<LockedOut>[] = [
    {
      key: 'user-id',
      header: 'User ID',
      width: 'clamp(7rem, 13vw, 17rem)',
      cell: ({ userId }) => <CopyableText text={userId} label="Copy user ID" />,
    },
    { key: 'email', header: 'Email', cell: ({ userId, email }) => <UserLink userId={userId}>{email}</UserLink> },
    { key: 'since', header: since, width: '8rem', cell: ({ at }) => <Timestamp date={at} /> },
    { key: 'why', header: 'Reason', cell: (row) => <Why {...row} /> },
    {
      key: 'until',
      header: 'Ends',
      width: '7rem',
      cell: ({ until }) => (until === null ? 'Never' : <Timestamp date={until} />),
    },
    {
      key: 'undo',
      header: say.unlock,
      hideHeader: true,
      width: '10rem',
      align: 'right',
      cell: (person) => (
        <Button
          size="sm"
          aria-label={`${say.unlock} ${person.email}`}
          loading={isUnlocking(person.userId)}
          loadingText={say.unlocking}
          onClick={() => void onUnlock(person)}
        >
          {say.unlock}
        </Button>
      ),
    },
  ];
  return (
    <PagedTable
      title={title}
      columns={columns}
      rows={rows}
      rowKey={({ userId }) => userId}
      pages={pages}
      empty={<EmptyState icon="users" title={`Nobody is ${say.locked}`} />}
    />
  );
}

function Why({ reason, by }: LockedOut) {
  return (
    <>
      <Truncate>{reason ?? 'No reason given'}</Truncate>
      {by && <Truncate className="text-xs text-secondary">{`by ${by.email}`}</Truncate>}
    </>
  );
}
